using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Tests.Packaging;

/// <summary>The strong name of an assembly file.</summary>
/// <param name="PublicKey">The public key that the assembly states.</param>
/// <param name="HasPublicKey">Whether the assembly's flags say that the assembly states a public key.</param>
/// <param name="IsFlagged">Whether the file's header says that the file is signed.</param>
/// <param name="Signature">The bytes of the signature, which are zeros until the file is signed.</param>
internal sealed record StrongName(byte[] PublicKey, bool HasPublicKey, bool IsFlagged, byte[] Signature)
{
    public bool IsSigned => Signature.Any(part => part != 0);

    public static StrongName Of(string assembly)
    {
        using var file = new PEReader(File.OpenRead(assembly));
        var metadata = file.GetMetadataReader();
        var header = file.PEHeaders.CorHeader!;
        var place = header.StrongNameSignatureDirectory;
        var definition = metadata.GetAssemblyDefinition();
        return new StrongName(
            metadata.GetBlobBytes(definition.PublicKey),
            definition.Flags.HasFlag(AssemblyFlags.PublicKey),
            header.Flags.HasFlag(CorFlags.StrongNameSigned),
            place.Size == 0 ? [] : [.. file.GetSectionData(place.RelativeVirtualAddress).GetContent(0, place.Size)]);
    }
}
