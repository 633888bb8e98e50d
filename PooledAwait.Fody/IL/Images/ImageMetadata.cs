using System.Text;

namespace PooledAwait.Fody.IL;

/// <summary>Reads metadata of a managed image (ECMA-335, II.24.2): what tokens in code may refer to, the module's version id, and rows of types.</summary>
internal sealed class ImageMetadata
{
    private const int Tables = 64;
    private const int StringToken = 0x70;

    private readonly byte[] _image;
    private readonly int[] _rows = new int[Tables];
    private (int Start, int Size) _strings;
    private int _names;
    private int _tables;
    private int _firstRow;

    private ImageMetadata(byte[] image) => _image = image;

    /// <summary>The first GUID of the file, which is the module's version id; null if there is none.</summary>
    public Guid? ModuleVersion { get; private set; }

    /// <returns>Null if the metadata cannot be read.</returns>
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

    /// <summary>Returns whether a token refers to an existing row of its table.</summary>
    public bool HasRow(int token) => token >>> 24 < Tables && (token & 0xFFFFFF) is > 0 and var row && row <= _rows[token >>> 24];

    /// <summary>Returns whether a token refers to a user string that is completely inside the heap of user strings.</summary>
    public bool HasString(int token)
    {
        var position = token & 0xFFFFFF;
        if (token >>> 24 != StringToken || position >= _strings.Size)
        {
            return false;
        }

        // ECMA-335, II.24.2.4: the string begins with its length. The first bits of the length say how many bytes the length itself has.
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

    /// <summary>Finds the row of a type that has no namespace; null if there is no such type.</summary>
    public TypeRow? TypeWithoutNamespace(string name)
    {
        // ECMA-335, II.22.30, II.22.38 and II.22.37: the tables of the module and of type references come before the table of type definitions.
        var (text, identifier) = ((_image[_tables + 6] & 1) != 0 ? 4 : 2, (_image[_tables + 6] & 2) != 0 ? 4 : 2);
        var row = _firstRow + (_rows[0] * (2 + text + (3 * identifier))) + (_rows[1] * (Coded(0x00, 0x01, 0x1A, 0x23) + (2 * text)));
        for (var left = _rows[2]; left > 0; left--, row += 4 + (2 * text) + Coded(0x01, 0x02, 0x1B) + Simple(0x04) + Simple(0x06))
        {
            var own = Index(row + 4, text);
            var length = Array.IndexOf(_image, (byte)0, _names + own) - _names - own;
            if (Index(row + 4 + text, text) == 0 && Encoding.UTF8.GetString(_image, _names + own, length) == name)
            {
                return new TypeRow(row, row + 4 + text, text, own + length);
            }
        }

        return null;
    }

    private int Index(int position, int size) => size == 2 ? BitConverter.ToUInt16(_image, position) : BitConverter.ToInt32(_image, position);

    private int Simple(int table) => _rows[table] < 1 << 16 ? 2 : 4;

    // Two bits of a coded index select the table. So an index of two bytes has only 14 bits for the row.
    private int Coded(params int[] tables) => tables.Max(table => _rows[table]) < 1 << 14 ? 2 : 4;

    // The headers of the streams come after the version text and after four bytes with the flags and the count. Each header has an offset, a size, and a name
    // padded to four bytes.
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
                case "#Strings":
                    _names = start;
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

    // The stream begins with a header of eight bytes. The next eight bytes have a bit for each table, which says whether the table exists. After eight more
    // bytes come the row counts of the existing tables.
    private void ReadRowCounts(int tables)
    {
        var present = BitConverter.ToUInt64(_image, tables + 8);
        var position = tables + 24;
        _tables = tables;
        for (var table = 0; table < Tables; table++)
        {
            if ((present >> table & 1) != 0)
            {
                _rows[table] = BitConverter.ToInt32(_image, position);
                position += 4;
            }
        }

        _firstRow = position;
    }
}

/// <summary>A type's row in the table of type definitions.</summary>
/// <param name="Flags">The position, in the file, of the four bytes of flags.</param>
/// <param name="Namespace">The position, in the file, of the index that names the type's namespace.</param>
/// <param name="Size">The size, in bytes, of the index that names the namespace.</param>
/// <param name="EndOfName">
/// The position in the heap of names where the type's name ends. An index may point into the middle of a name, and then stands for the rest of the name. So an
/// index a few bytes before this position stands for the last letters of the type's name.
/// </param>
internal readonly record struct TypeRow(int Flags, int Namespace, int Size, int EndOfName);
