using System.Text.RegularExpressions;
using NUnit.Framework;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>The documentation's table of what a call that suspends costs, by return type, has the bytes that are measured here, and so have its words.</summary>
public static class DocumentedBytesTests
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
        var row = File.ReadLines(Repository.PathOf("docs", "builders.md")).First(line => line.StartsWith($"| {returnType} |"));
        var cells = row.Split('|', StringSplitOptions.TrimEntries);
        Assert.That(cells[2], Is.EqualTo($"{Bytes(Subject.Defaults, kinds).Min()} B and more"));
        Assert.That(Bytes(Subject.Pooled, kinds).Select(bytes => $"{bytes} B"), Is.All.EqualTo(cells[3]));
    }

    [Test]
    public static void The_words_below_it_say_what_an_awaiter_of_ones_own_adds()
    {
        const string Own = nameof(MeasuringTheLeast.A_call_that_suspends_once_by_an_awaiter_of_ones_own);
        var pooled = Bytes(Subject.Pooled, Kinds.All, Own).Zip(Bytes(Subject.Pooled, Kinds.All), (own, task) => own - task).Distinct().Single();
        var unpooled = Bytes(Subject.Defaults, Kinds.All, Own).Min() - Bytes(Subject.Defaults, Kinds.All).Min();
        Assert.That(
            File.ReadAllText(Repository.PathOf("docs", "builders.md")).ReplaceLineEndings(" "),
            Does.Contain($"needs a delegate of the call's own, which is {pooled} B (with the default builder {unpooled} B)."));
    }

    /// <summary>Whatever the scheduler is: that the thread is running a task is enough.</summary>
    [Test]
    public static void The_limits_say_what_a_completion_inside_a_task_costs()
    {
        const string Inside = nameof(MeasuringTheLeast.A_call_that_is_completed_inside_a_task);
        var limits = Regex.Match(
            File.ReadAllText(Repository.PathOf("README.md")).ReplaceLineEndings(" "),
            "or completed by a thread that is running a task, costs ([0-9]+) to ([0-9]+) B more   than with the default builder");
        Assert.That(limits.Success, "the README says so");
        var more = Bytes(Subject.Pooled, Kinds.ValueTasks, Inside).Zip(Bytes(Subject.Defaults, Kinds.ValueTasks, Inside), (pooled, unpooled) => pooled - unpooled);
        Assert.That(more, Is.All.InRange(double.Parse(limits.Groups[1].Value), double.Parse(limits.Groups[2].Value)));
    }

    private static IEnumerable<double> Bytes(
        IEnumerable<Subject> subjects, Kinds kinds, string method = nameof(MeasuringTheLeast.A_call_that_suspends_once))
    {
        var scenario = ScenarioCase.All.Single(scenario => scenario.Method == method);
        var subject = subjects.Single(subject => subject.Optimised);
        return scenario.Among(kinds).Select(kind => double.Parse(subject.Run(scenario, kind).Single().Split(": ")[1]));
    }
}
