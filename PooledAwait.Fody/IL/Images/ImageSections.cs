namespace PooledAwait.Fody.IL;

/// <summary>Finds parts of a managed image in its file (ECMA-335, II.24 and II.25): code, metadata and the signature.</summary>
internal sealed class ImageSections
{
    private const int SectionHeaderSize = 40;
    private const int CliHeader = 14;

    private readonly byte[] _image;
    private readonly int _firstSection;
    private readonly int _count;
    private readonly int _cliHeader;

    private ImageSections(byte[] image, int firstSection, int count, int cliHeader)
    {
        _image = image;
        _firstSection = firstSection;
        _count = count;
        _cliHeader = cliHeader;
    }

    /// <returns>Null if the file is not a managed image.</returns>
    public static ImageSections? Of(byte[] image)
    {
        try
        {
            var header = Int32(image, 0x3C);
            var optional = header + 24;
            var directories = optional + (UInt16(image, optional) == 0x20B ? 112 : 96);
            var cliHeader = Int32(image, directories + (CliHeader * 8));
            return Int32(image, header) == 0x4550 && cliHeader != 0
                ? new ImageSections(image, optional + UInt16(image, header + 20), UInt16(image, header + 6), cliHeader)
                : null;
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    /// <summary>Returns the position, in the file, of an address in memory; null if no section contains the address.</summary>
    public int? OffsetOf(int rva)
    {
        var end = Math.Min(_firstSection + (_count * SectionHeaderSize), _image.Length - SectionHeaderSize + 1);
        for (var section = _firstSection; section < end; section += SectionHeaderSize)
        {
            var start = Int32(_image, section + 12);
            if (rva >= start && rva < start + Int32(_image, section + 16))
            {
                return Int32(_image, section + 20) + rva - start;
            }
        }

        return null;
    }

    /// <summary>Returns the position of the metadata in the file; null if there is none.</summary>
    public int? Metadata()
    {
        try
        {
            return OffsetOf(_cliHeader) is { } cli ? OffsetOf(Int32(_image, cli + 8)) : null;
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    /// <summary>Returns whether the file has a signature. Space that is reserved for a signature does not count.</summary>
    public bool IsSigned()
    {
        try
        {
            return OffsetOf(_cliHeader) is { } cli && OffsetOf(Int32(_image, cli + 32)) is { } start && _image.Skip(start).Take(Int32(_image, cli + 36)).Any(part => part != 0);
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    // Int32 and UInt16 throw an ArgumentException if the position is after the end of the image.
    private static int Int32(byte[] image, int position) => BitConverter.ToInt32(image, position);

    private static int UInt16(byte[] image, int position) => BitConverter.ToUInt16(image, position);
}
