using System.Buffers.Binary;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>Compares the identifiers of runtime builds. For a dump from another machine, the version alone does not identify the build.</summary>
internal static class BuildId
{
    private const int Header = 64;
    private const int ProgramHeader = 56;
    private const uint Notes = 4;
    private const uint GnuBuildId = 3;
    private const int LargestPart = 16 << 20;

    /// <summary>
    /// Returns whether the runtime in a folder is the same build as the runtime in a dump. Also returns true if this is unknown, for example because one
    /// of the two runtimes has no identifier.
    /// </summary>
    public static bool IsSame(ClrInfo info, string folder)
    {
        var file = Path.Combine(folder, Path.GetFileName(info.ModuleInfo.FileName) ?? "");
        return info.IsSingleFile || !File.Exists(file) || IsSame(info, file, orUnknown: true);
    }

    /// <summary>Returns whether a file has the same build identifier as the runtime in a dump.</summary>
    /// <param name="info">The runtime in the dump.</param>
    /// <param name="file">The file.</param>
    /// <param name="orUnknown">The result if the runtime or the file has no identifier.</param>
    public static bool IsSame(ClrInfo info, string file, bool orUnknown) =>
        info.ModuleInfo.BuildId is { IsDefaultOrEmpty: false } ofDump && Read(file) is { } ofFile ? ofFile.AsSpan().SequenceEqual(ofDump.AsSpan()) : orUnknown;

    /// <summary>Returns the identifier of a file; null if the file has none, or is not an ELF file.</summary>
    private static byte[]? Read(string file)
    {
        using var stream = File.OpenRead(file);
        var header = new byte[Header];
        if (stream.ReadAtLeast(header, Header, throwOnEndOfStream: false) < Header || !header.AsSpan(0, 4).SequenceEqual("\u007fELF"u8))
        {
            return null;
        }

        var table = Part(stream, BinaryPrimitives.ReadInt64LittleEndian(header.AsSpan(32)), ProgramHeader * BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(56)));
        for (var at = 0; at < table.Length; at += ProgramHeader)
        {
            if (BinaryPrimitives.ReadUInt32LittleEndian(table.AsSpan(at)) == Notes &&
                Find(Part(stream, BinaryPrimitives.ReadInt64LittleEndian(table.AsSpan(at + 8)), BinaryPrimitives.ReadInt64LittleEndian(table.AsSpan(at + 32)))) is { } id)
            {
                return id;
            }
        }

        return null;
    }

    /// <returns>The bytes; an empty array if the part is outside the file or too large, which means that the file is damaged.</returns>
    private static byte[] Part(FileStream file, long start, long length)
    {
        if (start < 0 || length < 0 || length > LargestPart || start > file.Length - length)
        {
            return [];
        }

        var part = new byte[length];
        file.Position = start;
        file.ReadExactly(part);
        return part;
    }

    private static byte[]? Find(ReadOnlySpan<byte> notes)
    {
        while (notes.Length >= 12)
        {
            var name = Aligned(BinaryPrimitives.ReadInt32LittleEndian(notes));
            var length = BinaryPrimitives.ReadInt32LittleEndian(notes[4..]);
            if (name < 0 || length < 0 || name > notes.Length - 12 || length > notes.Length - 12 - name)
            {
                return null;
            }

            if (BinaryPrimitives.ReadUInt32LittleEndian(notes[8..]) == GnuBuildId)
            {
                return notes.Slice(12 + name, length).ToArray();
            }

            notes = notes[Math.Min(notes.Length, 12 + name + Aligned(length))..];
        }

        return null;
    }

    private static int Aligned(int length) => (length + 3) & ~3;
}
