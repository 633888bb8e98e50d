using System.Runtime.InteropServices;
using Mono.Cecil;
using PooledAwait.Inspect.Files;
using Tests.Compilation;
using Tests.RealAssemblies;
using Tests.Verification.Broken;
using Tests.Weaving;

namespace Tests.Verification;

/// <summary>Shows that the check finds the fault in each broken body, and finds nothing in code from compilers or from the weaver.</summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class WeaverCheckTests
{
    private static readonly string s_framework = RuntimeEnvironment.GetRuntimeDirectory();

    private static readonly Lazy<CheckedAssembly> s_broken = new(() => WeaverCheck.Of(BrokenAssembly.Broken, withSymbols: false));

    private static IEnumerable<TestCaseData> Cases =>
        BrokenBodies.All.Select((body, i) => new TestCaseData(i).SetArgDisplayNames(body.Name));

    private static IEnumerable<TestCaseData> Assemblies =>
    [
        new TestCaseData(s_framework, "System.Private.*.dll", 50_000).SetArgDisplayNames("the base library"),
        new TestCaseData(s_framework.Replace("Microsoft.NETCore.App", "Microsoft.AspNetCore.App"), "Microsoft.AspNetCore.S*.dll", 10_000).SetArgDisplayNames("ASP.NET Core"),
        new TestCaseData(AppContext.BaseDirectory, "*unit*.dll", 5_000).SetArgDisplayNames("NUnit"),
    ];

    private static IEnumerable<TestCaseData> AllAssemblies =>
    [
        new TestCaseData(s_framework, "*.dll", 120_000).SetArgDisplayNames("Microsoft.NETCore.App"),
        new TestCaseData(s_framework.Replace("Microsoft.NETCore.App", "Microsoft.AspNetCore.App"), "*.dll", 50_000).SetArgDisplayNames("Microsoft.AspNetCore.App"),
        new TestCaseData(AppContext.BaseDirectory, "*.dll", 100_000).SetArgDisplayNames("packages"),
    ];

    [Test]
    public void Bodies_are_sound_before_they_are_broken()
    {
        var (methods, findings) = WeaverCheck.Of(BrokenAssembly.Sound);
        Assert.That(methods, Is.GreaterThan(BrokenBodies.All.Count));
        Assert.That(findings, Is.Empty);
    }

    [TestCaseSource(nameof(Cases))]
    public void Finds_what_is_broken(int index) =>
        Assert.That(
            s_broken.Value.Findings.Where(finding => finding.Method.Contains($"{BrokenBodies.ClassOf(index)}", StringComparison.Ordinal)).Select(finding => finding.Kind),
            Does.Contain(BrokenBodies.All[index].Kind));

    [TestCase("class C(int n) { readonly System.Func<int> _get = () => n; int M() => n + _get(); }", TestName = "Finds nothing in a lambda over a primary constructor")]
    [TestCase("class C { delegate ref readonly int R(in int x); static R M() => (in int x) => ref x; }", TestName = "Finds nothing in a lambda that returns a read-only reference")]
    [TestCase("class N { } static class C { static T To<T>(this T n) where T : N => n; static T? M<T>(T? n) where T : N => n?.To(); }", TestName = "Finds nothing in a type parameter for a class in a box")]
    public void Finds_nothing_where_compilers_do_without_a_rule(string source) => Assert.That(WeaverCheck.Of(Fixtures.Compile(Shape.Release, source)).Findings, Is.Empty);

    [Test]
    public void Does_not_judge_what_a_method_does_that_is_missing()
    {
        using var module = ModuleDefinition.ReadModule(new MemoryStream(Fixtures.Compile(
            Shape.Release, "static class Library { internal static void Read(in int x) { } } class C { static readonly int s_x = 1; static void M() => Library.Read(in s_x); }").Image));
        var call = module.GetType("C").Methods.Single(method => method.Name == "M").Body.Instructions.Single(instruction => instruction.Operand is MethodReference);
        var there = new AssemblyNameReference("Missing", new Version(1, 0));
        module.AssemblyReferences.Add(there);
        var called = new MethodReference("Read", module.TypeSystem.Void, new TypeReference("", "Library", module, there));
        called.Parameters.Add(new ParameterDefinition(new ByReferenceType(module.TypeSystem.Int32)));
        call.Operand = called;

        Assert.That(WeaverCheck.FindingsIn(module).Where(finding => finding.Method.Name == "M"), Is.Empty);
    }

    [Test]
    public void Finds_nothing_in_a_program_that_a_build_wove()
    {
        var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator);
        var (notWoven, woven) = (WeaverCheck.Of(EchoBuild.NotWoven, references), WeaverCheck.Of(EchoBuild.Woven, references));
        Assert.That(notWoven.Findings.Concat(woven.Findings), Is.Empty);
        Assert.That(woven.Methods, Is.GreaterThanOrEqualTo(notWoven.Methods).And.GreaterThan(10));
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void Finds_nothing_in_fixtures(Shape shape)
    {
        Assert.That(WeaverCheck.Of(Fixtures.Compiled(shape)).Findings, Is.Empty);
        Woven[] weaves = [Weavers.Woven(shape), Weavers.WovenThroughout(shape), Weavers.WovenInBuilders(shape)];
        Assert.Multiple(() =>
        {
            foreach (var woven in weaves)
            {
                var (methods, findings) = WeaverCheck.Of(woven.Result);
                Assert.That(methods, Is.GreaterThan(500));
                Assert.That(findings, Is.Empty);
            }
        });
    }

    [TestCaseSource(nameof(Assemblies))]
    public void Finds_nothing_in_sound_assemblies(string folder, string pattern, int methods) => Check(folder, pattern, methods);

    [Test]
    public void Finds_nothing_in_the_library_of_FSharp()
    {
        var folder = AssemblySet.NewestSdk is { } sdk ? Path.Combine(sdk, "FSharp") : "";
        Check(folder, "FSharp.Core.dll", 5_000);
    }

    [TestCaseSource(nameof(AllAssemblies))]
    [Explicit("Some 340,000 methods.")]
    public void Finds_nothing_in_all_sound_assemblies(string folder, string pattern, int methods) => Check(folder, pattern, methods);

    private static void Check(string folder, string pattern, int methods)
    {
        if (!Directory.Exists(folder))
        {
            Assert.Ignore($"{folder} is not there.");
        }

        string[] references =
        [
            .. new[] { folder, s_framework, AppContext.BaseDirectory }.SelectMany(one => Directory.GetFiles(one, "*.dll")).DistinctBy(Path.GetFileNameWithoutExtension),
        ];
        var all = Directory.GetFiles(folder, pattern).Where(file => ImageKinds.Of(file) is ImageKind.IlOnly or ImageKind.ReadyToRun or ImageKind.CoreLibrary).Select(file => WeaverCheck.Of(file, references)).ToList();
        Assert.That(all.SelectMany(one => one.Findings).Where(finding => !finding.Method.Contains("AsyncStateMachineDiagnostics`1", StringComparison.Ordinal) && !finding.Text.Contains("AsyncStateMachineDiagnostics`1", StringComparison.Ordinal)).Take(40), Is.Empty);
        Assert.That(all.Sum(one => one.Methods), Is.GreaterThan(methods));
    }
}
