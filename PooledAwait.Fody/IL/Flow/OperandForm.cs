using System.Reflection;

namespace PooledAwait.Fody.IL;

/// <summary>The form of the operand that follows an opcode in the bytes of code, as Cecil reads the operand.</summary>
/// <param name="Size">The operand's size in bytes, or one of the negative constants below.</param>
/// <param name="Tables">A bit for each metadata table that the operand's token may refer to; zero if the operand is a string token, or no token.</param>
/// <param name="IsString">Whether the operand is a string token.</param>
internal readonly record struct OperandForm(int Size, ulong Tables = 0, bool IsString = false)
{
    /// <summary>The value of <see cref="Size"/> for a byte after the end of Cecil's table of opcodes. Cecil fails at such a byte.</summary>
    public const int Absent = -1;

    /// <summary>
    /// The value of <see cref="Size"/> for a byte that is in the range of Cecil's table but has no opcode. Cecil reads such a byte as an opcode with an operand
    /// of four bytes.
    /// </summary>
    public const int Unused = -2;

    /// <summary>The value of <see cref="Size"/> for a switch. Its operand is the number of targets, followed by four bytes for each target.</summary>
    public const int Switch = -3;

    /// <summary>The metadata tables that may contain a type.</summary>
    public static readonly ulong Types = Bits(TokenType.TypeDef, TokenType.TypeRef, TokenType.TypeSpec);

    private static readonly ulong s_fields = Bits(TokenType.Field, TokenType.MemberRef);
    private static readonly ulong s_methods = Bits(TokenType.Method, TokenType.MemberRef, TokenType.MethodSpec);

    /// <summary>The metadata table that has the signatures of local variables and of calls through pointers.</summary>
    public static readonly ulong Signatures = Bits(TokenType.Signature);

    /// <summary>The operands of one-byte opcodes, indexed by the byte.</summary>
    public static readonly OperandForm[] OneByte = All(size: 1);

    /// <summary>The operands of two-byte opcodes, indexed by the second byte.</summary>
    public static readonly OperandForm[] TwoBytes = All(size: 2);

    /// <summary>Whether the operand is a token that names a type, a field or a method.</summary>
    public bool IsMember => Tables != 0 && Tables != Signatures;

    /// <summary>Whether the operand is a token.</summary>
    public bool HasToken => Tables != 0 || IsString;

    private static OperandForm[] All(int size)
    {
        var codes = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
            .Select(field => (OpCode)field.GetValue(null)!)
            .Where(code => code.Size == size)
            .ToDictionary(code => (int)code.Op2);
        var last = codes.Keys.Max();
        return [.. Enumerable.Range(0, 256).Select(value => codes.TryGetValue(value, out var code) ? Of(code.OperandType) : new OperandForm(value < last ? Unused : Absent))];
    }

    private static OperandForm Of(OperandType type) => type switch
    {
        OperandType.InlineNone => new(0),
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar or OperandType.ShortInlineArg => new(1),
        OperandType.InlineVar or OperandType.InlineArg => new(2),
        OperandType.InlineBrTarget or OperandType.InlineI or OperandType.ShortInlineR => new(4),
        OperandType.InlineI8 or OperandType.InlineR => new(8),
        OperandType.InlineSwitch => new(Switch),
        OperandType.InlineString => new(4, IsString: true),
        OperandType.InlineSig => new(4, Signatures),
        OperandType.InlineType => new(4, Types),
        OperandType.InlineField => new(4, s_fields),
        OperandType.InlineMethod => new(4, s_methods),
        OperandType.InlineTok => new(4, Types | s_fields | s_methods),
        _ => throw new NotSupportedException($"Cecil has no operand of the kind {type}."),
    };

    private static ulong Bits(params TokenType[] tables) => tables.Aggregate(0UL, (bits, table) => bits | 1UL << (int)((uint)table >> 24));
}
