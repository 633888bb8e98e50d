using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace PooledAwait.Inspect.Files;

/// <summary>The kinds of files that weaving distinguishes.</summary>
internal enum ImageKind
{
    /// <summary>Not a managed assembly: a native library, a module without a manifest, or no image at all.</summary>
    NotManaged,

    /// <summary>Only IL and metadata, as compilers emit them.</summary>
    IlOnly,

    /// <summary>All of the IL, and native code that was made from the IL and may be discarded.</summary>
    ReadyToRun,

    /// <summary>Native code that was not made from IL, as C++/CLI emits it.</summary>
    Mixed,

    /// <summary>The assembly that defines <see cref="object"/>. It cannot refer to other assemblies, so it cannot be woven.</summary>
    CoreLibrary,
}

internal static class ImageKinds
{
    private const uint ReadyToRunSignature = 0x00525452;

    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not read the file.</exception>
    public static ImageKind Of(string path)
    {
        using var stream = File.OpenRead(path);
        try
        {
            using var image = new PEReader(stream);
            return image.HasMetadata && image.GetMetadataReader() is { IsAssembly: true } metadata ? Of(image, metadata) : ImageKind.NotManaged;
        }
        catch (BadImageFormatException)
        {
            return ImageKind.NotManaged;
        }
    }

    private static ImageKind Of(PEReader image, MetadataReader metadata)
    {
        if (DefinesObject(metadata))
        {
            return ImageKind.CoreLibrary;
        }

        return IsReadyToRun(image) ? ImageKind.ReadyToRun
            : (image.PEHeaders.CorHeader!.Flags & CorFlags.ILOnly) != 0 ? ImageKind.IlOnly
            : ImageKind.Mixed;
    }

    private static bool IsReadyToRun(PEReader image)
    {
        var directory = image.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory;
        return directory.Size >= sizeof(uint) && image.GetSectionData(directory.RelativeVirtualAddress).GetReader().ReadUInt32() == ReadyToRunSignature;
    }

    private static bool DefinesObject(MetadataReader metadata) =>
        metadata.AssemblyReferences.Count == 0 &&
        metadata.TypeDefinitions.Select(metadata.GetTypeDefinition).Any(type =>
            type.BaseType.IsNil && metadata.StringComparer.Equals(type.Name, "Object") && metadata.StringComparer.Equals(type.Namespace, "System"));
}
