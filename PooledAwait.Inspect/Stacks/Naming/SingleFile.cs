using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;

namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>
/// Reads a program that was published as one file. The file contains the host, the assemblies, and a list of the assemblies. A mark leads to the list.
/// </summary>
internal static class SingleFile
{
    private const int Block = 1 << 20;
    private const int OldestVersion = 6;

    /// <summary>The longest path that Linux allows.</summary>
    private const int LongestName = 4096;

    /// <summary>The largest number of bytes that one compressed byte can become.</summary>
    private const int MostInflated = 1032;

    /// <summary>The mark. The eight bytes before the mark contain the position of the list, or 0 if there is no list.</summary>
    private static readonly byte[] s_mark = SHA256.HashData(".net core bundle\n"u8);

    /// <summary>Returns whether a program contains assemblies.</summary>
    public static bool Is(string program)
    {
        using var reader = new BinaryReader(File.OpenRead(program));
        return FindList(reader) != null;
    }

    /// <returns>The assembly's content; null if the file is not a single-file program, or does not contain the assembly.</returns>
    /// <exception cref="InvalidDataException">The list is invalid: the file is damaged, or only looks like a single-file program.</exception>
    public static Stream? OpenAssembly(string program, string name)
    {
        using var file = File.OpenRead(program);
        using var reader = new BinaryReader(file);
        if (FindList(reader) is not { } list)
        {
            return null;
        }

        try
        {
            file.Position = list;
            return Find(reader, name) is var (start, size, compressed) ? Read(file, start, size, compressed) : null;
        }
        catch (Exception exception) when (exception is EndOfStreamException or FormatException)
        {
            throw new InvalidDataException(exception.Message, exception);
        }
    }

    private static (long Start, long Size, long Compressed)? Find(BinaryReader reader, string name)
    {
        var version = reader.ReadUInt32();
        reader.ReadUInt32(); // the second number of the version
        var count = reader.ReadInt32();
        ReadName(reader); // the identifier of the file
        if (version < OldestVersion)
        {
            return null; // made by a version of .NET that the tool does not support
        }

        reader.BaseStream.Position += 5 * sizeof(long); // the positions and sizes of two settings files, and flags
        for (var i = 0; i < count; i++)
        {
            var (start, size, compressed) = (reader.ReadInt64(), reader.ReadInt64(), reader.ReadInt64());
            reader.ReadByte(); // the kind of the file
            if (ReadName(reader) == name)
            {
                return (start, size, compressed);
            }
        }

        return null;
    }

    private static string ReadName(BinaryReader reader)
    {
        var length = reader.Read7BitEncodedInt();
        return length is >= 0 and <= LongestName ? Encoding.UTF8.GetString(reader.ReadBytes(length)) : throw new InvalidDataException("A name is too long.");
    }

    private static MemoryStream Read(FileStream file, long start, long size, long compressed)
    {
        var stored = compressed == 0 ? size : compressed;
        if (start < 0 || size < 0 || stored < 0 || stored > file.Length || start > file.Length - stored || size > MostInflated * stored || size > Array.MaxLength)
        {
            throw new InvalidDataException("An assembly is outside the file.");
        }

        var content = new byte[size];
        file.Position = start;
        if (compressed == 0)
        {
            file.ReadExactly(content);
        }
        else
        {
            using var inflated = new DeflateStream(file, CompressionMode.Decompress, leaveOpen: true);
            inflated.ReadExactly(content);
        }

        return new(content, writable: false);
    }

    private static long? FindList(BinaryReader reader)
    {
        var file = (FileStream)reader.BaseStream;
        if (FindMark(file) is not (>= sizeof(long) and var mark))
        {
            return null;
        }

        file.Position = mark - sizeof(long);
        return reader.ReadInt64() is > 0 and var list && list < file.Length ? list : null;
    }

    private static long? FindMark(FileStream file)
    {
        var buffer = new byte[Block + s_mark.Length];
        for (long start = 0; start < file.Length; start += Block)
        {
            file.Position = start;
            var length = file.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
            if (buffer.AsSpan(0, length).IndexOf(s_mark) is >= 0 and var at)
            {
                return start + at;
            }
        }

        return null;
    }
}
