namespace PooledAwait.Fody.IL;

/// <summary>Reads method bodies from the file that a module was read from.</summary>
internal sealed class RawBodies
{
    private const int FatHeaderSize = 12;
    private const int HasHandlers = 8;

    private readonly byte[] _image;
    private readonly ImageSections _sections;
    private readonly RawCode _code;
    private readonly RawHandlers _handlers;
    private readonly List<int> _starts = [];

    private RawBodies(byte[] image, ImageSections sections, ImageMetadata metadata)
    {
        _image = image;
        _sections = sections;
        _code = new RawCode(image, metadata);
        _handlers = new RawHandlers(image, _code);
    }

    /// <returns>Null if the file cannot be read, or has been replaced by another file.</returns>
    public static RawBodies? Of(ModuleDefinition module)
    {
        try
        {
            if (string.IsNullOrEmpty(module.FileName) || !File.Exists(module.FileName))
            {
                return null;
            }

            var image = File.ReadAllBytes(module.FileName);
            return ImageSections.Of(image) is { } sections && ImageMetadata.Of(image, sections) is { } metadata && metadata.ModuleVersion == module.Mvid
                ? new RawBodies(image, sections, metadata)
                : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Returns whether a body has a signature of local variables. A body with a tiny header has no such signature (ECMA-335, II.25.4).</summary>
    /// <param name="rva">The address at which the method's body begins.</param>
    public bool HasLocals(int rva) =>
        _sections.OffsetOf(rva) is { } start && start + FatHeaderSize <= _image.Length &&
        (_image[start] & 3) == 3 && BitConverter.ToInt32(_image, start + 8) != 0;

    /// <summary>Reads a body, and adds the tokens of types, fields and methods in its code to a list.</summary>
    /// <param name="rva">The address at which the method's body begins; zero if the method has no body.</param>
    /// <param name="tokens">The list that gets the tokens. If the result is not <see cref="RawBody.Code"/>, the added tokens mean nothing.</param>
    public RawBody Read(int rva, List<int> tokens)
    {
        if (rva == 0)
        {
            return RawBody.Copied;
        }

        if (_sections.OffsetOf(rva) is not { } start || start >= _image.Length)
        {
            return RawBody.Damaged;
        }

        // ECMA-335, II.25.4: the two lowest bits show whether the header is fat or tiny. A tiny header is a single byte, which contains the size of the code.
        return (_image[start] & 3) switch
        {
            2 => Read(start + 1, _image[start] >> 2, tokens, hasHandlers: false),
            3 when IsFatHeader(start) => Read(start + FatHeaderSize, BitConverter.ToInt32(_image, start + 4), tokens, (_image[start] & HasHandlers) != 0),
            _ => RawBody.Damaged,
        };
    }

    // The highest four bits of the second byte are the header's size, in units of four bytes. Cecil does not check this size.
    private bool IsFatHeader(int start) =>
        start + FatHeaderSize <= _image.Length && _image[start + 1] >> 4 == FatHeaderSize / 4 &&
        BitConverter.ToInt32(_image, start + 8) is var locals && (locals == 0 || _code.IsRowOf(OperandForm.Signatures, locals));

    private RawBody Read(int start, int length, List<int> tokens, bool hasHandlers)
    {
        if (length <= 0 || start + (long)length > _image.Length)
        {
            return RawBody.Damaged;
        }

        if (!hasHandlers)
        {
            return _code.Read(start, start + length, tokens, starts: null);
        }

        _starts.Clear();
        var read = _code.Read(start, start + length, tokens, _starts);
        return read == RawBody.Damaged || _handlers.AreWhole(start + length, _starts, length) ? read : RawBody.Damaged;
    }
}
