namespace PooledAwait.Fody.IL;

/// <summary>Reads the protected regions after the code of a body (ECMA-335, II.25.4.5), as Cecil does.</summary>
internal sealed class RawHandlers(byte[] image, RawCode code)
{
    private const int FatSection = 0x40;
    private const int MoreSections = 0x80;
    private const int Kinds = 7;
    private const int Catch = 0;
    private const int Filter = 1;

    /// <summary>Returns whether each region begins and ends at an instruction, and whether each caught type exists.</summary>
    /// <param name="position">The position in the image at which the code ends.</param>
    /// <param name="starts">The offsets of the instructions.</param>
    /// <param name="length">The length of the code.</param>
    public bool AreWhole(int position, List<int> starts, int length)
    {
        int flags;
        do
        {
            position = (position + 3) & ~3;
            if (position + 4 > image.Length)
            {
                return false;
            }

            flags = image[position];
            var isFat = (flags & FatSection) != 0;
            var size = isFat ? 24 : 12;
            var count = isFat ? (BitConverter.ToInt32(image, position) >> 8) / size : image[position + 1] / size;
            position += 4;
            if (count < 0 || count > (image.Length - position) / size)
            {
                return false;
            }

            for (; count > 0; count--, position += size)
            {
                if (!IsWhole(position, isFat, starts, length))
                {
                    return false;
                }
            }
        }
        while ((flags & MoreSections) != 0);

        return true;
    }

    private bool IsWhole(int position, bool isFat, List<int> starts, int length)
    {
        var (kind, tryStart, tryLength, start, handled) = isFat
            ? (Int32(0), Int32(4), Int32(8), Int32(12), Int32(16))
            : (UInt16(0), UInt16(2), image[position + 4], UInt16(5), image[position + 7]);
        var last = Int32(isFat ? 20 : 8);
        return IsStart(tryStart) && IsEnd(tryStart + (long)tryLength) && IsStart(start) && IsEnd(start + (long)handled) && (kind & Kinds) switch
        {
            Catch => code.IsRowOf(OperandForm.Types, last),
            Filter => IsStart(last),
            _ => true,
        };

        int Int32(int at) => BitConverter.ToInt32(image, position + at);

        int UInt16(int at) => BitConverter.ToUInt16(image, position + at);

        bool IsStart(int offset) => starts.BinarySearch(offset) >= 0;

        bool IsEnd(long offset) => offset == length || (offset < length && IsStart((int)offset));
    }
}
