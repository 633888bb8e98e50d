using System.IO.Compression;
using System.Xml.Linq;

namespace Tests.Packaging;

/// <summary>Reads the packed packages as archives.</summary>
internal static class PackageArchive
{
    public static XElement Nuspec(string package) => Nuspec(Packed.Feed, package);

    /// <param name="folder">The folder that contains the package, in the version of this repository.</param>
    /// <param name="package">The package's name.</param>
    public static XElement Nuspec(string folder, string package)
    {
        using var archive = ZipFile.OpenRead(Path.Combine(folder, $"{package}.{Repository.Version}.nupkg"));
        using var nuspec = archive.GetEntry($"{package}.nuspec")!.Open();
        return XDocument.Load(nuspec).Root!.Elements().Single();
    }

    public static MemoryStream Content(string package, string kind, string file)
    {
        using var archive = Open(package, kind);
        using var content = archive.GetEntry(file)!.Open();
        var copy = new MemoryStream();
        content.CopyTo(copy);
        copy.Position = 0;
        return copy;
    }

    public static ZipArchive Open(string package, string kind) =>
        ZipFile.OpenRead(Path.Combine(Packed.Feed, $"{package}.{Packed.Version}.{kind}"));
}
