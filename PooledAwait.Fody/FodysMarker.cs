using PooledAwait.Fody.Cil.Images;

namespace PooledAwait.Fody;

/// <summary>
/// The class without a namespace by which Fody knows an assembly that it has woven. Fody adds it behind all weavers, so it is changed in the file: it becomes static, and those who look for
/// classes to make objects of leave it out; and it gets the namespace <c>Fody</c>, which those who go through all types of an assembly may ask for. Fody looks for its name alone.
/// </summary>
internal static class FodysMarker
{
    private const string Namespace = "Fody";
    private const string Suffix = "_ProcessedByFody";
    private const int StaticClass = 0x180;

    /// <param name="file">The assembly as Fody wrote it. One that is signed stays as it is: its signature is of all its bytes.</param>
    /// <param name="assembly">Its name.</param>
    public static void Hide(string file, string assembly)
    {
        var image = File.ReadAllBytes(file);
        if (ImageSections.Of(image) is not { } sections || sections.IsSigned() || ImageMetadata.Of(image, sections)?.TypeWithoutNamespace(assembly.Replace(".", "") + Suffix) is not { } row)
        {
            return;
        }

        using var stream = File.OpenWrite(file);
        stream.Position = row.Flags;
        stream.Write(BitConverter.GetBytes(BitConverter.ToInt32(image, row.Flags) | StaticClass), 0, 4);

        // Its own name ends in that of the namespace.
        stream.Position = row.Namespace;
        stream.Write(BitConverter.GetBytes(row.EndOfName - Namespace.Length), 0, row.Size);
    }
}
