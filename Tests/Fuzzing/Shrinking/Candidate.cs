using System.Collections.Immutable;
using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Shrinking;

/// <summary>A way to make a tree smaller by replacing the pieces at some paths. A path lists child indexes from the root.</summary>
/// <param name="Edits">The replacements by path. A piece directly in a block may be replaced by none or by several, any other only by one.</param>
internal sealed record Candidate(ImmutableDictionary<string, IReadOnlyList<Piece>> Edits)
{
    public static Candidate Of(IEnumerable<(string Path, IReadOnlyList<Piece> Pieces)> edits) =>
        new(edits.ToImmutableDictionary(edit => edit.Path, edit => edit.Pieces));

    public static Candidate Of(string path, params IReadOnlyList<Piece> pieces) => Of([(path, pieces)]);

    /// <summary>Combines both candidates. Omits the other's edits of pieces that this one edits, and of pieces inside or around these.</summary>
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
