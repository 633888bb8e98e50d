using NUnit.Framework;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>The README's table of what a call that suspends costs, by return type, has the bytes that are measured here.</summary>
public static class ReadmeTableTests
{
    public static object[] Rows =>
    [
        new object[] { "`ValueTask`, `ValueTask<T>`", Kinds.ValueTasks },
        new object[] { "`async void`", Kinds.Void },
        new object[] { "`Task`, `Task<T>`", Kinds.Tasks },
    ];

    [TestCaseSource(nameof(Rows))]
    public static void The_table_says_what_a_call_that_suspends_allocates(string returnType, Kinds kinds)
    {
        var row = File.ReadLines(Repository.PathOf("README.md")).First(line => line.StartsWith($"| {returnType} |"));
        var cells = row.Split('|', StringSplitOptions.TrimEntries);
        Assert.That(cells[2], Is.EqualTo($"{Bytes(Subject.Defaults, kinds).Min()} B and more"));
        Assert.That(Bytes(Subject.Pooled, kinds).Select(bytes => $"{bytes} B"), Is.All.EqualTo(cells[3]));
    }

    private static IEnumerable<double> Bytes(IEnumerable<Subject> subjects, Kinds kinds)
    {
        var scenario = ScenarioCase.All.Single(scenario => scenario.Method == nameof(MeasuringTheLeast.A_call_that_suspends_once));
        var subject = subjects.Single(subject => subject.Optimised);
        return scenario.Among(kinds).Select(kind => double.Parse(subject.Run(scenario, kind).Single().Split(": ")[1]));
    }
}
