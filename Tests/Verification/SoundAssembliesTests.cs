using ICSharpCode.Decompiler.Metadata;
using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Verification;

/// <summary>
/// Assemblies that compilers made and many run: nothing in them is wrong, and what is not verifiable is in the closed list of what unsafe code
/// does. So the check says nothing false of safe code.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public class SoundAssembliesTests
{
    private static readonly string s_framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    private static readonly string s_aspNetCore = s_framework.Replace("Microsoft.NETCore.App", "Microsoft.AspNetCore.App");

    private static IEnumerable<TestCaseData> Many =>
    [
        new TestCaseData(s_framework, "System.Private.*.dll", 60_000).SetArgDisplayNames("the base library"),
        new TestCaseData(s_aspNetCore, "Microsoft.AspNetCore.S*.dll", 10_000).SetArgDisplayNames("ASP.NET Core"),
        new TestCaseData(AppContext.BaseDirectory, "*unit*.dll", 5_000).SetArgDisplayNames("NUnit"),
        new TestCaseData(AppContext.BaseDirectory, "PooledAwait.*.dll", 500).SetArgDisplayNames("PooledAwait"),
    ];

    private static IEnumerable<TestCaseData> All =>
    [
        new TestCaseData(s_framework, "*.dll", 120_000).SetArgDisplayNames("Microsoft.NETCore.App"),
        new TestCaseData(s_aspNetCore, "*.dll", 50_000).SetArgDisplayNames("Microsoft.AspNetCore.App"),
        new TestCaseData(AppContext.BaseDirectory, "*.dll", 100_000).SetArgDisplayNames("packages"),
    ];

    [TestCaseSource(nameof(Many))]
    public void Are_verifiable_but_for_unsafe_code(string folder, string pattern, int methods) => Check(folder, pattern, methods);

    [TestCaseSource(nameof(All))]
    [Explicit("Some 340,000 methods.")]
    public void Are_verifiable_but_for_unsafe_code_without_exception(string folder, string pattern, int methods) => Check(folder, pattern, methods);

    [TestCase(
        "class C(int n) { readonly System.Func<int> _get = () => n; int M() => n + _get(); }",
        TestName = "A lambda over a primary constructor")]
    [TestCase(
        "class N { } static class C { static T To<T>(this T n) where T : N => n; static T? M<T>(T? n) where T : N => n?.To(); }",
        TestName = "A type parameter for a class in a box")]
    public void Are_verifiable_where_compilers_do_without_a_rule(string source)
    {
        var assembly = IlCheck.Of(Fixtures.Compile(Shape.Release, source));
        Assert.That(assembly.Findings, Is.Empty);
        Assert.That(assembly.Methods, Is.GreaterThan(1));
    }

    private static void Check(string folder, string pattern, int methods)
    {
        if (!Directory.Exists(folder))
        {
            Assert.Ignore($"{Path.GetFileName(Path.GetDirectoryName(folder))} is not installed.");
        }

        using var references = new ReferenceFiles(Files(folder).Concat(Files(s_framework)).Concat(Files(AppContext.BaseDirectory)));
        var assemblies = Directory.GetFiles(folder, pattern).Where(IsManaged).Select(file => IlCheck.Of(file, references)).ToList();
        Assert.That(assemblies.SelectMany(assembly => assembly.Findings).Where(finding => !finding.Kind.IsUnsafe() && !IsOfNewerRuntime(finding)), Is.Empty);
        Assert.That(assemblies.Sum(assembly => assembly.Methods), Is.GreaterThan(methods));
    }

    /// <summary>What .NET 11 alone has, and alone comes to: Tests/NewerRuntimes compares it with what is there.</summary>
    private static bool IsOfNewerRuntime(Finding finding) =>
        finding.Kind == FindingKind.Unresolved && finding.Method.StartsWith("PooledAwait.Runtime.StateMachineDiagnostics`1::Read", StringComparison.Ordinal) &&
        finding.Text.StartsWith("System.Runtime.CompilerServices.AsyncStateMachineDiagnostics`1", StringComparison.Ordinal);

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
