using ICSharpCode.Decompiler.Metadata;
using NUnit.Framework;

namespace Tests.Verification;

/// <summary>
/// Assemblies that compilers made and many run: nothing in them is wrong, and what is not verifiable is in the closed list of what unsafe code
/// does. So the check says nothing false of safe code.
/// </summary>
public class SoundAssembliesTests
{
    private static readonly string s_framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    private static IEnumerable<TestCaseData> Folders =>
    [
        new TestCaseData(s_framework, 120_000).SetArgDisplayNames("Microsoft.NETCore.App"),
        new TestCaseData(s_framework.Replace("Microsoft.NETCore.App", "Microsoft.AspNetCore.App"), 50_000).SetArgDisplayNames("Microsoft.AspNetCore.App"),
        new TestCaseData(AppContext.BaseDirectory, 100_000).SetArgDisplayNames("packages"),
    ];

    [TestCaseSource(nameof(Folders))]
    public void Are_verifiable_but_for_unsafe_code(string folder, int methods)
    {
        if (!Directory.Exists(folder))
        {
            Assert.Ignore($"{Path.GetFileName(Path.GetDirectoryName(folder))} is not installed.");
        }

        using var references = new ReferenceFiles(Files(folder).Concat(Files(s_framework)).Concat(Files(AppContext.BaseDirectory)));
        var assemblies = Files(folder).Where(IsManaged).Select(file => IlCheck.Of(file, references)).ToList();
        Assert.That(assemblies.SelectMany(assembly => assembly.Findings).Where(finding => !finding.Kind.IsUnsafe()), Is.Empty);
        Assert.That(assemblies.Sum(assembly => assembly.Methods), Is.GreaterThan(methods));
    }

    private static string[] Files(string folder) => Directory.GetFiles(folder, "*.dll");

    private static bool IsManaged(string file)
    {
        try
        {
            using var opened = new PEFile(file);
            return true;
        }
        catch (MetadataFileNotSupportedException)
        {
            return false;
        }
    }
}
