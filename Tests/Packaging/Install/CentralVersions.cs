using System.Xml.Linq;

namespace Tests.Packaging.Install;

/// <summary>The package versions that this repository uses. The machine that runs its tests has these packages.</summary>
internal static class CentralVersions
{
    private static readonly XElement s_file = XElement.Load(Repository.PathOf("Directory.Packages.props"));

    public static string Of(string package)
    {
        var version = s_file.Descendants("PackageVersion").Single(version => (string?)version.Attribute("Include") == package).Attribute("Version")!.Value;
        return version.StartsWith("$(", StringComparison.Ordinal) ? s_file.Descendants(version[2..^1]).Single().Value : version;
    }
}
