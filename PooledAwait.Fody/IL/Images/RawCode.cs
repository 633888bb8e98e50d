namespace PooledAwait.Fody.IL;

/// <summary>Reads the bytes of code one instruction after the other, as Cecil does when it copies or decodes a body.</summary>
internal sealed class RawCode(byte[] image, ImageMetadata metadata)
{
    private const byte TwoBytePrefix = 0xFE;
    private const int CecilOperandOfUnused = 4;

    /// <param name="start">The position in the image at which the code begins.</param>
    /// <param name="end">The position after the code.</param>
    /// <param name="tokens">Receives the tokens of types, fields and methods.</param>
    /// <param name="starts">If not null, receives the offsets of the instructions in the code.</param>
    public RawBody Read(int start, int end, List<int> tokens, List<int>? starts)
    {
        int? unused = null;
        var position = start;
        while (position < end)
        {
            starts?.Add(position - start);
            var at = position;
            var form = FormAt(ref position, end);
            var size = SizeOf(form, position, end);
            if (form.Size == OperandForm.Unused)
            {
                unused ??= at;
                size = CecilOperandOfUnused;
            }

            if (size < 0 || size > end - position || (form.HasToken && (unused != null || !IsThere(form, BitConverter.ToInt32(image, position)))))
            {
                return RawBody.Damaged;
            }

            if (form.IsMember)
            {
                tokens.Add(BitConverter.ToInt32(image, position));
            }

            position += size;
        }

        return unused is not { } first ? RawBody.Code : HasTokens(first, end) ? RawBody.Damaged : RawBody.Copied;
    }

    /// <summary>Returns whether a token refers to an existing row of one of the tables.</summary>
    public bool IsRowOf(ulong tables, int token) => metadata.HasRow(token) && (tables >> (token >>> 24) & 1) != 0;

    // Returns whether the runtime reads a token in these bytes. The runtime reads a byte that is not an opcode as an instruction without an operand, and fails
    // only if control reaches the byte. Cecil reads the next four bytes as an operand, and so may overlook tokens after the byte. Cecil would not update the
    // overlooked tokens when their rows get other numbers.
    private bool HasTokens(int position, int end)
    {
        while (position < end)
        {
            var form = FormAt(ref position, end);
            if (form.HasToken)
            {
                return true;
            }

            var size = form.Size is OperandForm.Unused or OperandForm.Absent ? 0 : SizeOf(form, position, end);
            if (size < 0 || size > end - position)
            {
                return false;
            }

            position += size;
        }

        return false;
    }

    private OperandForm FormAt(ref int position, int end)
    {
        var first = image[position++];
        return first != TwoBytePrefix ? OperandForm.OneByte[first]
            : position < end ? OperandForm.TwoBytes[image[position++]]
            : new OperandForm(OperandForm.Absent);
    }

    /// <returns>Negative if the size is unknown.</returns>
    private int SizeOf(OperandForm form, int position, int end) =>
        form.Size != OperandForm.Switch ? form.Size
        : position + 4 <= end && BitConverter.ToInt32(image, position) is >= 0 and < int.MaxValue / 8 and var targets ? 4 + (4 * targets)
        : OperandForm.Absent;

    private bool IsThere(OperandForm form, int token) => form.IsString ? metadata.HasString(token) : IsRowOf(form.Tables, token);
}
