using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using Tests.Weaving;

namespace Tests.Verification.Symbols;

/// <summary>Finds contradictions between an image's debug directory and its symbols.</summary>
internal static class DebugDirectoryFaults
{
    public static IReadOnlyList<string> Of(PEFileReader file)
    {
        var faults = new List<string>();
        var header = file.Symbols.DebugMetadataHeader!;
        var id = new BlobContentId(header.Id);
        var entries = file.Image.ReadDebugDirectory();
        if (entries.Count(entry => entry.Type == DebugDirectoryEntryType.CodeView) != 1)
        {
            return ["not one CodeView entry"];
        }

        var codeView = entries.Single(entry => entry.Type == DebugDirectoryEntryType.CodeView);
        var data = file.Image.ReadCodeViewDebugDirectoryData(codeView);
        Require(
            data.Guid == id.Guid && codeView.Stamp == id.Stamp,
            $"the image names {data.Guid:n}{codeView.Stamp:x8}, the symbols are {id.Guid:n}{id.Stamp:x8}");
        Require(codeView.IsPortableCodeView, "the CodeView entry is that of a Windows PDB");
        Require(data.Age == 1, $"age {data.Age}");

        var withoutId = Bytes(file.Symbols);
        withoutId.AsSpan(header.IdStartOffset, 20).Clear();
        foreach (var entry in entries.Where(entry => entry.Type == DebugDirectoryEntryType.PdbChecksum))
        {
            var checksum = file.Image.ReadPdbChecksumDebugDirectoryData(entry);
            Require(checksum.AlgorithmName == "SHA256" && checksum.Checksum.AsSpan().SequenceEqual(SHA256.HashData(withoutId)), "another checksum");
        }

        Require(header.EntryPoint.IsNil == (file.Image.PEHeaders.CorHeader!.EntryPointTokenOrRelativeVirtualAddress == 0), "another entry point");
        return faults;

        static unsafe byte[] Bytes(MetadataReader reader) => new ReadOnlySpan<byte>(reader.MetadataPointer, reader.MetadataLength).ToArray();

        void Require(bool holds, string otherwise)
        {
            if (!holds)
            {
                faults.Add(otherwise);
            }
        }
    }
}
