using System.Reflection;
using System.Text.RegularExpressions;
using NUnit.Framework.Interfaces;
using Tests.Builders.Conformance;

namespace Tests.OlderRuntimes;

/// <summary>The output of <see cref="OwnTests"/> on another runtime.</summary>
/// <param name="exitCode">The exit code of the process.</param>
/// <param name="output">The output of the process.</param>
internal sealed partial class OwnTestsRun(int exitCode, string output)
{
    /// <summary>Environment variables that shorten the tests that look for races.</summary>
    public static IReadOnlyDictionary<string, string> Briefly { get; } = new Dictionary<string, string> { ["POOLEDAWAIT_RACE_ROUNDS"] = "1000" };

    /// <summary>Matches our tests of builders, WhenAny and timed waits, except stress tests of builders and tests of the base library's builders.</summary>
    [GeneratedRegex(@"^Tests\.(?=WhenAny\.\w+Tests\.|TimedWaits\.\w+Tests\.|Builders\.Conformance\.)(?!Builders\.Conformance\.(StressTests|ConformanceTests\.The_(default_builder_is_as_expected|base_librarys_pooling)))")]
    public static partial Regex AllOfOurs();

    /// <summary>Checks that every test of builders, WhenAny and timed waits has run on a runtime, and has passed.</summary>
    /// <param name="runtime">The beginning of the runtime's name.</param>
    /// <param name="exceptions">The full names of the tests that must fail, because the runtime behaves differently.</param>
    public void Check(string runtime, params string[] exceptions)
    {
        var lines = output.Split('\n', StringSplitOptions.TrimEntries);
        var passed = lines.Where(line => line.StartsWith("Passed ")).Select(line => line["Passed ".Length..]).ToHashSet();
        var failed = lines.Where(line => line.StartsWith("Failed ")).Select(line => line["Failed ".Length..]).ToList();
        var conformance = Conformance().ToList();
        var methods = Methods().Where(name => Extent.IsWhole || AllOfOurs().IsMatch(name)).Except(exceptions).ToList();

        Assert.Multiple(() =>
        {
            Assert.That(lines[0], Does.StartWith(runtime));
            Assert.That(exitCode, Is.EqualTo(failed.Count > 0 ? 1 : 0), () => string.Join("\n", lines.TakeLast(50))); // any other code means a crash
            Assert.That(failed, Is.EquivalentTo(exceptions), () => string.Join("\n", lines.Where(line => !line.StartsWith("Passed "))));
            Assert.That(conformance, Has.Count.GreaterThan(100));
            Assert.That(conformance.Where(name => !passed.Contains(name)), Is.Empty);
            Assert.That(methods, Has.Count.GreaterThan(20));
            Assert.That(methods.Where(name => !passed.Any(test => test == name || test.StartsWith($"{name}("))), Is.Empty);
        });
    }

    /// <summary>Returns the names of the tests that run a scenario with pooled builders, for all scenarios that the program can run.</summary>
    private static IEnumerable<string> Conformance() =>
        from data in ConformanceTests.Pooled
        let subject = (Subject)data.Arguments[0]!
        let scenario = (ScenarioCase)data.Arguments[1]!
        where Subject.Pooled.Contains(subject) && !scenario.Scenario.LetsEscape
        select $"{typeof(ConformanceTests)}.{nameof(ConformanceTests.The_pooled_builder_behaves_as_the_default_one)}({subject}, {scenario})";

    /// <summary>Returns the names of all tests in the namespaces that the program contains.</summary>
    private static IEnumerable<string> Methods() =>
        from type in Assembly.GetExecutingAssembly().GetTypes()
        where type.Namespace is "Tests.WhenAny" or "Tests.TimedWaits" or "Tests.Builders.Conformance" && type != typeof(StressTests)
        from method in type.GetMethods()
        where method.GetCustomAttributes().Any(attribute => attribute is ITestBuilder or ISimpleTestBuilder)
        select $"{type}.{method.Name}";
}
