using System.Text.RegularExpressions;
using static Tests.Packaging.PackageArchive;

namespace Tests.Packaging;

/// <summary>Tests what a package says about its assemblies by other authors.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class ThirdPartyNoticesTests
{
    [TestCase("PooledAwait.Fody")]
    [TestCase("PooledAwait.Runtime")]
    [TestCase("PooledAwait.Inspect")]
    public void The_notices_name_each_assembly_that_others_wrote_and_no_other(string package)
    {
        using var archive = Open(package, "nupkg");
        var assemblies = archive.Entries
            .Select(entry => Regex.Match(entry.Name, @"^(?!PooledAwait\.)(.+?)(\.resources)?\.(dll|exe|so|dylib)$"))
            .Where(match => match.Success)
            .Select(match => match.Groups[1].Value)
            .Distinct();
        var named = Components(Notices(package)).SelectMany(component => Line(component, "Assemblies").Split(", "));
        Assert.That(named, Is.EquivalentTo(assemblies));
    }

    [TestCase("PooledAwait.Fody")]
    [TestCase("PooledAwait.Inspect")]
    public void The_notices_have_each_copyright_and_the_text_of_each_licence_once(string package)
    {
        var notices = Notices(package);
        var components = Components(notices);
        Assert.That(components, Is.Not.Empty.And.All.Match("(?m)^  (Copyright|©) "));
        var texts = Regex.Matches(notices, "(?m)^The text of (.+)$").Select(match => match.Groups[1].Value);
        Assert.That(texts, Is.EquivalentTo(components.Select(component => Line(component, "Licence")).Distinct()));
    }

    /// <summary>Returns the package's notices, or an empty text if the package has none.</summary>
    private static string Notices(string package)
    {
        using var archive = Open(package, "nupkg");
        if (archive.GetEntry("THIRD-PARTY-NOTICES.txt") is not { } entry)
        {
            return "";
        }

        using var reader = new StreamReader(entry.Open());
        return reader.ReadToEnd();
    }

    private static string[] Components(string notices) =>
        notices.Split("\n\n").Where(paragraph => paragraph.Contains("\n  ", StringComparison.Ordinal)).ToArray();

    private static string Line(string component, string name) => Regex.Match(component, $"(?m)^  {name}: (.+)$").Groups[1].Value;
}
