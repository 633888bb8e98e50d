using System.Globalization;

namespace Tests.WhenAny;

/// <summary>Calls race with the threads that complete their tasks.</summary>
[Thorough]
[Alone]
public class RaceTests
{
    /// <summary>For a long run, set the environment variable to 1000000.</summary>
    private static readonly int s_rounds =
        int.TryParse(Environment.GetEnvironmentVariable("POOLEDAWAIT_RACE_ROUNDS"), CultureInfo.InvariantCulture, out var rounds) ? rounds : 2_000;

    [TestCaseSource(nameof(Cases))]
    public void Has_a_legal_winner_whoever_completes_when(string form, int slots, bool isAwaited)
    {
        SynchronizationContext.SetSynchronizationContext(null);
        new Race(Form.All.Single(f => f.Name == form).Call, slots, isAwaited).Run(s_rounds);
    }

    [TestCase(true, false)]
    [TestCase(false, true)]
    [TestCase(true, true)]
    public void Has_a_legal_winner_while_tasks_are_traced(bool events, bool asyncDebugging)
    {
        SynchronizationContext.SetSynchronizationContext(null);
        using var diagnostics = new TaskDiagnostics(events, asyncDebugging);
        new Race(Form.All.Single(f => f.Name == "task of arguments").Call, 3, isAwaited: true).Run(s_rounds);
        new Race(Form.All.Single(f => f.Name == "awaited arguments").Call, 3, isAwaited: true).Run(s_rounds);
        Assert.That(diagnostics.Events, events ? Is.Positive : Is.Zero);
    }

    private static IEnumerable<object[]> Cases =>
        from form in new[] { "task of arguments", "task of generic arguments", "awaited arguments", "awaited generic arguments" }
        from slots in new[] { 2, 3, 4 }
        where slots > 2 || form.StartsWith("awaited")
        from isAwaited in new[] { false, true }
        select new object[] { form, slots, isAwaited };
}
