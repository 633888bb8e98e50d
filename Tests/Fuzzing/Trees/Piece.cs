using System.Text;

namespace Tests.Fuzzing.Trees;

/// <summary>A part of a generated program. A piece is immutable: a smaller program is a new tree, which shares the unchanged pieces.</summary>
internal abstract class Piece
{
    /// <summary>The number of pieces in this piece, including itself.</summary>
    public int Size => 1 + Children.Sum(child => child.Size);

    public virtual IReadOnlyList<Piece> Children => [];

    public abstract void Render(StringBuilder text, int depth);

    /// <summary>Returns the same piece with other children.</summary>
    public virtual Piece With(IReadOnlyList<Piece> children) => this;

    public override string ToString()
    {
        var text = new StringBuilder();
        Render(text, 0);
        return text.ToString();
    }
}

/// <summary>Literal text, which the shrinker does not change.</summary>
internal sealed class Text(string value) : Piece
{
    public override void Render(StringBuilder text, int depth) => text.Append(value);
}

/// <summary>An expression, a statement or a member, composed of text, code and blocks.</summary>
/// <param name="parts">The parts, in order.</param>
/// <param name="type">The type of an expression; null for anything else.</param>
internal sealed class Code(IReadOnlyList<Piece> parts, ExpressionType? type = null) : Piece
{
    public ExpressionType? Type => type;

    public override IReadOnlyList<Piece> Children => parts;

    public static Code Of(Parts parts) => new(parts.Pieces);

    public static Code Of(ExpressionType type, Parts parts) => new(parts.Pieces, type);

    public override Piece With(IReadOnlyList<Piece> children) => new Code(children, type);

    public override void Render(StringBuilder text, int depth)
    {
        foreach (var part in parts)
        {
            part.Render(text, depth);
        }
    }
}

/// <summary>A block of statements or members, each on its own lines. The shrinker may remove any of these statements or members.</summary>
internal sealed class Block(IReadOnlyList<Piece> statements) : Piece
{
    public override IReadOnlyList<Piece> Children => statements;

    public override Piece With(IReadOnlyList<Piece> children) => new Block(children);

    public override void Render(StringBuilder text, int depth)
    {
        var indent = new string(' ', 4 * depth);
        text.Append('\n').Append(indent).Append("{\n");
        foreach (var statement in statements)
        {
            text.Append(indent).Append("    ");
            statement.Render(text, depth + 1);
            text.Append('\n');
        }

        text.Append(indent).Append('}');
    }
}
