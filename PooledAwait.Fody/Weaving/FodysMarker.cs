namespace PooledAwait.Fody.Weaving;

/// <summary>
/// Changes the class by which Fody recognises an assembly that it has woven. Fody adds this class, without a namespace, after all weavers have run. So the
/// class must be changed in the written file. The class becomes static, so that it is ignored by code that looks for classes to instantiate. The class also
/// gets the namespace <c>Fody</c>, because code that goes through all types of an assembly may rely on a namespace. Fody looks only for the class's name.
/// </summary>
internal static class FodysMarker
{
    private const string Namespace = "Fody";
    private const string Suffix = "_ProcessedByFody";
    private const int StaticClass = 0x180;

    /// <param name="file">The assembly as Fody wrote it. A signed file stays as it is, because its signature covers all its bytes.</param>
    /// <param name="assembly">The assembly's name.</param>
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

        // The class's name ends in "Fody", so the namespace can refer to the end of the same string.
        stream.Position = row.Namespace;
        stream.Write(BitConverter.GetBytes(row.EndOfName - Namespace.Length), 0, row.Size);
    }
}
