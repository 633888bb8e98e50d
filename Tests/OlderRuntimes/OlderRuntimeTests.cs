using System.Reflection;
using System.Text.RegularExpressions;
using NUnit.Framework;
using NUnit.Framework.Interfaces;
using Tests.Builders.Conformance;

namespace Tests.OlderRuntimes;

/// <summary>
/// The tests of builders and of WhenAny pass on older runtimes too. A program brings each of those along and runs the same sources there, compiled for it.
/// </summary>
/// <remarks>The runtimes come as packages, from the sources that every restore asks.</remarks>
[Parallelizable(ParallelScope.Self)]
public sealed partial class OlderRuntimeTests
{
    private static readonly string s_project = Repository.PathOf("Tests", "OlderRuntimes", "Program");

    private static readonly string[] s_frameworks = ["net8.0", "net9.0"];

    /// <summary>What weaves first, and what is of the base library alone.</summary>
    private static readonly string[] s_dear =
    [
        nameof(ConformanceTests.A_call_that_is_given_a_task_behaves_as_with_the_default_builder),
        nameof(ConformanceTests.A_woven_method_behaves_as_with_the_default_builder),
        nameof(ConformanceTests.The_base_librarys_pooling_builder_differs_where_it_is_known_to),
    ];

    private static readonly Dictionary<string, string> s_briefly = new() { ["POOLEDAWAIT_RACE_ROUNDS"] = "1000" };

    private Dictionary<string, Task<(int ExitCode, string Output)>> _runs = [];

    [OneTimeSetUp]
    public void BuildAndStart()
    {
        var (exitCode, output) = Dotnet.TryRun(s_project, "restore");
        if (exitCode != 0 && CannotBeHad().Match(output) is { Success: true } missing)
        {
            Assert.Ignore($"The runtimes cannot be had here: {missing.Value}");
        }

        Assert.That(exitCode, Is.Zero, output);

        // What it refers to is built with the tests.
        Dotnet.Run(s_project, "build", "--no-restore", "-c", Repository.Configuration, "-p:BuildProjectReferences=false");

        // At the same time, for they wait now and then.
        _runs = s_frameworks.ToDictionary(framework => framework, framework => Task.Run(() => Run(framework)));
    }

    [TestCaseSource(nameof(s_frameworks))]
    public void Pass_what_passes_here(string framework)
    {
        var (exitCode, output) = _runs[framework].GetAwaiter().GetResult();
        var lines = output.Split('\n', StringSplitOptions.TrimEntries);
        var passed = lines.Where(line => line.StartsWith("Passed ")).Select(line => line["Passed ".Length..]).ToHashSet();

        Assert.Multiple(() =>
        {
            Assert.That(lines[0], Does.StartWith($".NET {framework[3..^1]}"));
            Assert.That(exitCode, Is.Zero, () => string.Join("\n", lines.Where(line => !line.StartsWith("Passed "))));
            Assert.That(Conformance().Where(name => !passed.Contains(name)), Is.Empty);
            Assert.That(Methods().Where(name => IsAll(framework) || !s_dear.Any(name.EndsWith)).Where(name => !passed.Any(test => test == name || test.StartsWith($"{name}("))), Is.Empty);
        });
    }

    private static (int ExitCode, string Output) Run(string framework)
    {
        var folder = Path.Combine(s_project, "bin", Repository.Configuration, framework);
        return ChildProcess.Run(s_briefly, Path.Combine(folder, OperatingSystem.IsWindows() ? "Tests.exe" : "Tests"), folder, IsAll(framework) ? [] : ["!" + string.Join("|", s_dear)]);
    }

    /// <summary>The oldest runtime has all of them.</summary>
    private static bool IsAll(string framework) => framework == s_frameworks[0] || Extent.IsWhole;

    /// <summary>Every scenario that can run there, with the builders as they are used.</summary>
    private static IEnumerable<string> Conformance() =>
        from data in ConformanceTests.Pooled
        let subject = (Subject)data.Arguments[0]!
        let scenario = (ScenarioCase)data.Arguments[1]!
        where Subject.Pooled.Contains(subject) && !scenario.Scenario.LetsEscape
        select $"{typeof(ConformanceTests)}.{nameof(ConformanceTests.The_pooled_builder_behaves_as_the_default_one)}({subject}, {scenario})";

    /// <summary>Every test of the namespaces that the program holds.</summary>
    private static IEnumerable<string> Methods() =>
        from type in Assembly.GetExecutingAssembly().GetTypes()
        where type.Namespace is "Tests.WhenAny" or "Tests.Builders.Conformance" && type != typeof(StressTests)
        from method in type.GetMethods()
        where method.GetCustomAttributes().Any(attribute => attribute is ITestBuilder or ISimpleTestBuilder)
        select $"{type}.{method.Name}";

    // No such package or no such version, or nobody who answers.
    [GeneratedRegex("error (NU1101|NU1102|NU1301).*")]
    private static partial Regex CannotBeHad();
}
