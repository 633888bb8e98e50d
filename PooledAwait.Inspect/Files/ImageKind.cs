using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace PooledAwait.Inspect.Files;

/// <summary>What a file is, as far as weaving goes.</summary>
internal enum ImageKind
{
    /// <summary>No managed assembly: a native library, a module without a manifest, or no image at all.</summary>
    NotManaged,

    /// <summary>IL and metadata only, as compilers emit it.</summary>
    IlOnly,

    /// <summary>All of the IL, and beside it native code made of it that may be thrown away.</summary>
    ReadyToRun,

    /// <summary>Native code that stands for itself, as C++/CLI emits it.</summary>
    Mixed,

    /// <summary>The assembly that defines <see cref="object"/>, which nothing can be added to from outside.</summary>
    CoreLibrary,
}

internal static class ImageKinds
{
    private const uint ReadyToRunSignature = 0x00525452;

    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The file must not be read.</exception>
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
