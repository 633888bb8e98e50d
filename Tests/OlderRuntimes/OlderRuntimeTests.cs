using System.Reflection;
using System.Text.RegularExpressions;
using NUnit.Framework;
using NUnit.Framework.Interfaces;
using Tests.Builders.Conformance;

namespace Tests.OlderRuntimes;

/// <summary>
/// The tests of builders and of WhenAny pass on older runtimes too. A program brings its runtime along, and runs the same sources there, compiled for that runtime.
/// </summary>
/// <remarks>The runtimes come as packages, from the sources that every restore uses.</remarks>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed partial class OlderRuntimeTests
{
    private static readonly string s_project = Repository.PathOf("Tests", "OlderRuntimes", "Program");

    // Both frameworks use the same build of the runtime library, which the tests themselves run on a later framework. So a usual run tests only the earlier one.
    private static readonly string[] s_frameworks = Extent.IsWhole ? ["net8.0", "net9.0"] : ["net8.0"];

    private static readonly Dictionary<string, string> s_briefly = new() { ["POOLEDAWAIT_RACE_ROUNDS"] = "1000" };

    [OneTimeSetUp]
    public void Build()
    {
        var (exitCode, output) = Dotnet.TryRun(s_project, "restore");
        if (exitCode != 0 && MissingPackages.In(output) is { } missing)
        {
            Assert.Ignore($"The runtimes cannot be had here: {missing}");
        }

        Assert.That(exitCode, Is.Zero, output);

        // The referenced projects are built with the tests.
        foreach (var framework in s_frameworks)
        {
            Dotnet.Run(s_project, "build", "--no-restore", "-c", Repository.Configuration, "-f", framework, "-p:BuildProjectReferences=false");
        }
    }

    [TestCaseSource(nameof(s_frameworks))]
    public void Pass_what_passes_here(string framework)
    {
        var folder = Path.Combine(s_project, "bin", Repository.Configuration, framework);
        var part = Extent.IsWhole ? null : AllOfOurs();
        var (exitCode, output) = ChildProcess.Run(
            s_briefly, Path.Combine(folder, OperatingSystem.IsWindows() ? "Tests.exe" : "Tests"), folder, part == null ? [] : [part.ToString()]);
        var lines = output.Split('\n', StringSplitOptions.TrimEntries);
        var passed = lines.Where(line => line.StartsWith("Passed ")).Select(line => line["Passed ".Length..]).ToHashSet();

        var (conformance, methods) = (Conformance().ToList(), Methods().Where(name => part?.IsMatch(name) != false).ToList());

        Assert.Multiple(() =>
        {
            Assert.That(lines[0], Does.StartWith($".NET {framework[3..^1]}"));
            Assert.That(exitCode, Is.Zero, () => string.Join("\n", lines.Where(line => !line.StartsWith("Passed "))));
            Assert.That(conformance, Has.Count.GreaterThan(100));
            Assert.That(conformance.Where(name => !passed.Contains(name)), Is.Empty);
            Assert.That(methods, Has.Count.GreaterThan(20));
            Assert.That(methods.Where(name => !passed.Any(test => test == name || test.StartsWith($"{name}("))), Is.Empty);
        });
    }

    /// <summary>Every scenario that the program can run, with the builders as programs use them.</summary>
    private static IEnumerable<string> Conformance() =>
        from data in ConformanceTests.Pooled
        let subject = (Subject)data.Arguments[0]!
        let scenario = (ScenarioCase)data.Arguments[1]!
        where Subject.Pooled.Contains(subject) && !scenario.Scenario.LetsEscape
        select $"{typeof(ConformanceTests)}.{nameof(ConformanceTests.The_pooled_builder_behaves_as_the_default_one)}({subject}, {scenario})";

    /// <summary>Every test of the namespaces that the program contains.</summary>
    private static IEnumerable<string> Methods() =>
        from type in Assembly.GetExecutingAssembly().GetTypes()
        where type.Namespace is "Tests.WhenAny" or "Tests.TimedWaits" or "Tests.Builders.Conformance" && type != typeof(StressTests)
        from method in type.GetMethods()
        where method.GetCustomAttributes().Any(attribute => attribute is ITestBuilder or ISimpleTestBuilder)
        select $"{type}.{method.Name}";

    // Our tests, except those that are only about the base library's builders.
    [GeneratedRegex(@"^Tests\.(?!Builders\.Conformance\.ConformanceTests\.The_(default_builder_is_as_expected|base_librarys_pooling))")]
    private static partial Regex AllOfOurs();
}
