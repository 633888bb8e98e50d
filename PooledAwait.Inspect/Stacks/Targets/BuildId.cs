using System.Buffers.Binary;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>What tells one build of a runtime from another: of a dump of another machine the version alone does not.</summary>
internal static class BuildId
{
    private const int Header = 64;
    private const int ProgramHeader = 56;
    private const uint Notes = 4;
    private const uint GnuBuildId = 3;

    /// <summary>Whether the runtime in a folder is the one that a dump was taken of; where one of the two does not tell, it is taken for the same.</summary>
    public static bool IsSame(ClrInfo info, string folder)
    {
        var file = Path.Combine(folder, Path.GetFileName(info.ModuleInfo.FileName) ?? "");
        return info.IsSingleFile || !File.Exists(file) || IsSame(info, file, orUnknown: true);
    }

    /// <summary>Whether a file is the one that a dump was taken of.</summary>
    /// <param name="info">The runtime in the dump.</param>
    /// <param name="file">The file.</param>
    /// <param name="orUnknown">The answer where one of the two does not tell.</param>
    public static bool IsSame(ClrInfo info, string file, bool orUnknown) =>
        info.ModuleInfo.BuildId is { IsDefaultOrEmpty: false } ofDump && Read(file) is { } ofFile ? ofFile.AsSpan().SequenceEqual(ofDump.AsSpan()) : orUnknown;

    /// <summary>That of a file; null where it has none, or is no file of Linux.</summary>
    private static byte[]? Read(string file)
    {
        using var stream = File.OpenRead(file);
        var header = new byte[Header];
        if (stream.ReadAtLeast(header, Header, throwOnEndOfStream: false) < Header || !header.AsSpan(0, 4).SequenceEqual("\u007fELF"u8))
        {
            return null;
        }

        var table = new byte[ProgramHeader * BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(56))];
        stream.Position = BinaryPrimitives.ReadInt64LittleEndian(header.AsSpan(32));
        stream.ReadExactly(table);
        for (var at = 0; at < table.Length; at += ProgramHeader)
        {
            if (BinaryPrimitives.ReadUInt32LittleEndian(table.AsSpan(at)) == Notes)
            {
                var notes = new byte[BinaryPrimitives.ReadInt64LittleEndian(table.AsSpan(at + 32))];
                stream.Position = BinaryPrimitives.ReadInt64LittleEndian(table.AsSpan(at + 8));
                stream.ReadExactly(notes);
                if (Find(notes) is { } id)
                {
                    return id;
                }
            }
        }

        return null;
    }

    private static byte[]? Find(ReadOnlySpan<byte> notes)
    {
        while (notes.Length >= 12)
        {
            var name = Aligned(BinaryPrimitives.ReadInt32LittleEndian(notes));
            var length = BinaryPrimitives.ReadInt32LittleEndian(notes[4..]);
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
