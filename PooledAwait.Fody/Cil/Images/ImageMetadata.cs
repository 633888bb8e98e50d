using System.Text;

namespace PooledAwait.Fody.Cil.Images;

/// <summary>What the metadata of a managed image has (ECMA-335, II.24.2), as far as tokens in code may name it.</summary>
internal sealed class ImageMetadata
{
    private const int Tables = 64;
    private const int StringToken = 0x70;

    private readonly byte[] _image;
    private readonly int[] _rows = new int[Tables];
    private (int Start, int Size) _strings;

    private ImageMetadata(byte[] image) => _image = image;

    /// <summary>The first identifier of the file, which is the module's; null where there is none.</summary>
    public Guid? ModuleVersion { get; private set; }

    /// <returns>Null where it cannot be read.</returns>
    public static ImageMetadata? Of(byte[] image, ImageSections sections)
    {
        try
        {
            if (sections.Metadata() is not { } start)
            {
                return null;
            }

            var metadata = new ImageMetadata(image);
            metadata.ReadStreams(start);
            return metadata;
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    /// <summary>Whether a token names a row that its table has.</summary>
    public bool HasRow(int token) => token >>> 24 < Tables && (token & 0xFFFFFF) is > 0 and var row && row <= _rows[token >>> 24];

    /// <summary>Whether a token names a string of a user's that lies in its heap as a whole.</summary>
    public bool HasString(int token)
    {
        var position = token & 0xFFFFFF;
        if (token >>> 24 != StringToken || position >= _strings.Size)
        {
            return false;
        }

        // ECMA-335, II.24.2.4: the first bits say how many bytes the length takes.
        var first = _image[_strings.Start + position];
        var bytes = first < 0x80 ? 1 : first < 0xC0 ? 2 : 4;
        if (bytes > _strings.Size - position)
        {
            return false;
        }

        long length = bytes == 1 ? first : first & (bytes == 2 ? 0x3F : 0x1F);
        for (var i = 1; i < bytes; i++)
        {
            length = (length << 8) | _image[_strings.Start + position + i];
        }

        return length <= _strings.Size - position - bytes;
    }

    // Behind the version's text and four bytes of flags and count come the streams: offset, size, and a name padded to four bytes.
    private void ReadStreams(int metadata)
    {
        var stream = metadata + 16 + BitConverter.ToInt32(_image, metadata + 12) + 4;
        for (var left = BitConverter.ToUInt16(_image, stream - 2); left > 0; left--)
        {
            var start = metadata + BitConverter.ToInt32(_image, stream);
            var size = BitConverter.ToInt32(_image, stream + 4);
            var name = stream + 8;
            var end = Array.IndexOf(_image, (byte)0, name);
            switch (Encoding.ASCII.GetString(_image, name, end - name))
            {
                case "#GUID" when ModuleVersion == null:
                    var identifier = new byte[16];
                    Array.Copy(_image, start, identifier, 0, identifier.Length);
                    ModuleVersion = new Guid(identifier);
                    break;
                case "#US" when start >= 0 && size >= 0 && start + (long)size <= _image.Length:
                    _strings = (start, size);
                    break;
                case "#~" or "#-":
                    ReadRowCounts(start);
                    break;
            }

            stream = name + ((end - name + 4) / 4 * 4);
        }
    }

    // A bit for each table that there is, and behind eight bytes of other bits the number of rows of each.
    private void ReadRowCounts(int tables)
    {
        var present = BitConverter.ToUInt64(_image, tables + 8);
        var position = tables + 24;
        for (var table = 0; table < Tables; table++)
        {
            if ((present >> table & 1) != 0)
            {
                _rows[table] = BitConverter.ToInt32(_image, position);
                position += 4;
            }
        }
    }
}
