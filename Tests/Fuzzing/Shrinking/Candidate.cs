using System.Collections.Immutable;
using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Shrinking;

/// <summary>
/// A way to make a program smaller: it replaces the pieces at some paths. A path is the list of child indexes from the root of the tree to a piece.
/// </summary>
/// <param name="Edits">
/// The replacements by path. A direct child of a block may be replaced by any number of pieces, and every other piece by exactly one piece.
/// </param>
internal sealed record Candidate(ImmutableDictionary<string, IReadOnlyList<Piece>> Edits)
{
    public static Candidate Of(IEnumerable<(string Path, IReadOnlyList<Piece> Pieces)> edits) =>
        new(edits.ToImmutableDictionary(edit => edit.Path, edit => edit.Pieces));

    public static Candidate Of(string path, params IReadOnlyList<Piece> pieces) => Of([(path, pieces)]);

    /// <summary>
    /// Returns a candidate with the edits of both candidates. If two edits concern the same piece, or one piece contains the other, only this candidate's edit
    /// is included.
    /// </summary>
    public Candidate And(Candidate other) =>
        new(Edits.AddRange(other.Edits.Where(edit => !Edits.Keys.Any(path => path.StartsWith(edit.Key) || edit.Key.StartsWith(path)))));

    public Piece Apply(Piece tree) => Apply(tree, "");

    private Piece Apply(Piece piece, string path)
    {
        if (piece.Children.Count == 0 || !Edits.Keys.Any(key => key.StartsWith(path)))
        {
            return piece;
        }

        return piece.With(
        [
            .. piece.Children.SelectMany((child, index) =>
                Edits.TryGetValue($"{path}{index}/", out var pieces) ? pieces : [Apply(child, $"{path}{index}/")]),
        ]);
    }
}
