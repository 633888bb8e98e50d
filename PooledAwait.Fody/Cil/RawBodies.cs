using System.Reflection;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil;

/// <summary>Method bodies as they lie in the file that a module was read from.</summary>
internal sealed class RawBodies
{
    private const int Unknown = -1;
    private const int Switch = -2;
    private const byte TwoBytePrefix = 0xFE;
    private const int FatHeaderSize = 12;

    // For each opcode, how many bytes its operand has, and whether that is the token of a type, a field or a method.
    private static readonly (int Size, bool IsToken)[] s_oneByte = Operands(isTwoBytes: false);
    private static readonly (int Size, bool IsToken)[] s_twoBytes = Operands(isTwoBytes: true);

    private readonly byte[] _image;
    private readonly ImageSections _sections;

    private RawBodies(byte[] image, ImageSections sections)
    {
        _image = image;
        _sections = sections;
    }

    /// <returns>Null where there is no such file any more, or another one.</returns>
    public static RawBodies? Of(ModuleDefinition module)
    {
        try
        {
            if (string.IsNullOrEmpty(module.FileName) || !File.Exists(module.FileName))
            {
                return null;
            }

            var image = File.ReadAllBytes(module.FileName);
            return ImageSections.Of(image) is { } sections && sections.ModuleVersion() == module.Mvid ? new RawBodies(image, sections) : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Whether a body has a signature of local variables; a tiny one has none (ECMA-335, II.25.4).</summary>
    /// <param name="rva">Where the method's body begins.</param>
    public bool HasLocals(int rva) =>
        _sections.OffsetOf(rva) is { } start && start + FatHeaderSize <= _image.Length &&
        (_image[start] & 3) == 3 && BitConverter.ToInt32(_image, start + 8) != 0;

    /// <summary>Adds the tokens of types, fields and methods in a method's code to a list.</summary>
    /// <param name="rva">Where the method's body begins.</param>
    /// <param name="tokens">The list; what is added to it means nothing where the answer is false.</param>
    /// <returns>False where the code cannot be followed.</returns>
    public bool AddTokensAt(int rva, List<int> tokens)
    {
        if (_sections.OffsetOf(rva) is not { } start || start >= _image.Length)
        {
            return false;
        }

        // ECMA-335, II.25.4: the two lowest bits say whether the header is one byte, with the size of the code in it, or a fat one.
        var isTiny = (_image[start] & 3) == 2;
        if (!isTiny && start + FatHeaderSize > _image.Length)
        {
            return false;
        }

        var code = isTiny ? start + 1 : start + ((_image[start + 1] >> 4) * 4);
        var length = isTiny ? _image[start] >> 2 : BitConverter.ToInt32(_image, start + 4);
        return length >= 0 && code + (long)length <= _image.Length && AddTokens(code, code + length, tokens);
    }

    private bool AddTokens(int position, int end, List<int> tokens)
    {
        while (position < end)
        {
            var isTwoBytes = _image[position] == TwoBytePrefix;
            position += isTwoBytes ? 2 : 1;
            if (position > end)
            {
                return false;
            }

            var (size, isToken) = (isTwoBytes ? s_twoBytes : s_oneByte)[_image[position - 1]];
            if (size == Switch && position + 4 <= end && BitConverter.ToInt32(_image, position) is >= 0 and < int.MaxValue / 8 and var targets)
            {
                size = 4 + (4 * targets);
            }

            if (size < 0 || size > end - position)
            {
                return false;
            }

            if (isToken)
            {
                tokens.Add(BitConverter.ToInt32(_image, position));
            }

            position += size;
        }

        return true;
    }

    private static (int Size, bool IsToken)[] Operands(bool isTwoBytes)
    {
        var operands = Enumerable.Repeat((Unknown, false), 256).ToArray();
        foreach (var code in typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static).Select(field => (OpCode)field.GetValue(null)!))
        {
            if (code.Size == (isTwoBytes ? 2 : 1))
            {
                operands[code.Op2] = Operand(code.OperandType);
            }
        }

        return operands;
    }

    private static (int Size, bool IsToken) Operand(OperandType type) => type switch
    {
        OperandType.InlineNone => (0, false),
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar or OperandType.ShortInlineArg => (1, false),
        OperandType.InlineVar or OperandType.InlineArg => (2, false),
        OperandType.InlineBrTarget or OperandType.InlineI or OperandType.ShortInlineR or OperandType.InlineString or OperandType.InlineSig => (4, false),
        OperandType.InlineI8 or OperandType.InlineR => (8, false),
        OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineTok or OperandType.InlineType => (4, true),
        OperandType.InlineSwitch => (Switch, false),
        _ => (Unknown, false),
    };
}
