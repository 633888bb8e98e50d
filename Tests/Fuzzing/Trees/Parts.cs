using System.Runtime.CompilerServices;

namespace Tests.Fuzzing.Trees;

/// <summary>Lets the generator write code as an interpolated string. The string's literals and values become pieces of the tree.</summary>
[InterpolatedStringHandler]
internal readonly struct Parts(int literalLength, int formattedCount)
{
    private readonly List<Piece> _pieces = new(2 * formattedCount + literalLength / 16);

    public IReadOnlyList<Piece> Pieces => _pieces;

    public void AppendLiteral(string text) => _pieces.Add(new Text(text));

    public void AppendFormatted(Piece piece) => _pieces.Add(piece);

    public void AppendFormatted(string text) => _pieces.Add(new Text(text));

    public void AppendFormatted(int number) => _pieces.Add(new Text(number.ToString(System.Globalization.CultureInfo.InvariantCulture)));
}
