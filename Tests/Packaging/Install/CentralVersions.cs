using System.Xml.Linq;

namespace Tests.Packaging.Install;

/// <summary>The versions of packages that this repository has, which are on the machine that runs its tests.</summary>
internal static class CentralVersions
{
    private static readonly XElement s_file = XElement.Load(Repository.PathOf("Directory.Packages.props"));

    public static string Of(string package) => s_file.Descendants("PackageVersion")
        .Single(version => (string?)version.Attribute("Include") == package).Attribute("Version")!.Value;
}
