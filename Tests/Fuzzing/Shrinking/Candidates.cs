using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Shrinking;

/// <summary>Finds ways to make a tree of pieces smaller. Candidates that remove many pieces come first.</summary>
internal static class Candidates
{
    public static IEnumerable<Candidate> Of(Piece tree)
    {
        var pieces = All(tree, "").ToList();
        var blocks = pieces.Where(p => p.Piece is Block).ToList();

        // Removes successive statements or members from each block: first many at a time, then fewer. This is delta debugging (Zeller and Hildebrandt,
        // "Simplifying and Isolating Failure-Inducing Input", 2002).
        for (var length = blocks.Select(block => block.Piece.Children.Count).DefaultIfEmpty().Max(); length >= 1; length /= 2)
        {
            foreach (var (block, path) in blocks.Where(block => block.Piece.Children.Count >= length))
            {
                for (var first = 0; first < block.Children.Count; first += length)
                {
                    var removed = Enumerable.Range(first, Math.Min(length, block.Children.Count - first));
                    yield return Candidate.Of(removed.Select(index => ($"{path}{index}/", (IReadOnlyList<Piece>)[])));
                }
            }
        }

        // Replaces a statement by the statements of a block inside the statement.
        foreach (var (block, path) in blocks)
        {
            for (var i = 0; i < block.Children.Count; i++)
            {
                foreach (var inner in block.Children[i].Children.OfType<Block>())
                {
                    yield return Candidate.Of($"{path}{i}/", inner.Children);
                }
            }
        }

        foreach (var (piece, path) in pieces)
        {
            if (piece is Code { Type: { } type } && piece.ToString() != SimplestExpression.Of(type))
            {
                yield return Candidate.Of(path, new Code([new Text(SimplestExpression.Of(type))], type));
                foreach (var inner in All(piece, path).Skip(1).Where(inner => inner.Piece is Code code && code.Type == type))
                {
                    yield return Candidate.Of(path, inner.Piece);
                }
            }
        }
    }

    private static IEnumerable<(Piece Piece, string Path)> All(Piece piece, string path) =>
        piece.Children.SelectMany((child, index) => All(child, $"{path}{index}/")).Prepend((piece, path));
}
