using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>Measures the bytes that docs/builders.md states for a suspending call: in its table, and in the text below the table.</summary>
[Alone]
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
        Assert.That(Bytes(Subject.Pooled, kinds).Select(bytes => $"{bytes} B"), Is.Not.Empty.And.All.EqualTo(cells[3]));
    }

    [Test]
    public static void The_words_below_it_say_what_an_awaiter_of_ones_own_adds()
    {
        const string Own = nameof(MeasuringTheLeast.A_call_that_suspends_once_by_an_awaiter_of_ones_own);
        var pooled = Bytes(Subject.Pooled, Kinds.All, Own).Zip(Bytes(Subject.Pooled, Kinds.All), (own, task) => own - task).Distinct().Single();
        var unpooled = Bytes(Subject.Defaults, Kinds.All, Own).Min() - Bytes(Subject.Defaults, Kinds.All).Min();
        Assert.That(
            File.ReadAllText(Repository.PathOf("docs", "builders.md")).ReplaceLineEndings(" "),
            Does.Contain($"needs a delegate for each call: {pooled} B ({unpooled} B with the default builder)."));
    }

    [TestCase(nameof(MeasuringTheLeast.A_call_that_is_completed_inside_a_task))]
    [TestCase(nameof(MeasuringTheLeast.A_call_that_is_awaited_under_a_scheduler))]
    public static void Neither_a_scheduler_nor_a_task_around_it_costs_more_than_with_the_default_builder(string method)
    {
        var more = Bytes(Subject.Pooled, Kinds.ValueTasks, method).Zip(Bytes(Subject.Defaults, Kinds.ValueTasks, method), (pooled, unpooled) => pooled - unpooled);
        TestContext.Out.WriteLine(string.Join(", ", more));
        Assert.That(more, Is.Not.Empty.And.All.Negative);
    }

    private static IEnumerable<double> Bytes(
        IEnumerable<Subject> subjects, Kinds kinds, string method = nameof(MeasuringTheLeast.A_call_that_suspends_once))
    {
        var scenario = ScenarioCase.All.Single(scenario => scenario.Method == method);
        var subject = subjects.Single(subject => subject.Optimised);
        return scenario.Among(kinds).Select(kind => double.Parse(subject.Run(scenario, kind).Single().Split(": ")[1]));
    }
}
