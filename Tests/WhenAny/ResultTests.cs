namespace Tests.WhenAny;

/// <summary>For each input, calls our WhenAny and the base library's WhenAny with separate tasks, and compares the results.</summary>
[Alone]
public class ResultTests
{
    private static readonly Outcome[] s_completions = [Outcome.RanToCompletion, Outcome.Faulted, Outcome.Canceled];

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [TestCaseSource(typeof(Form), nameof(Form.Cases))]
    public void Has_the_base_librarys_result_for_every_input(Form form, int slots)
    {
        var inputs = 0;
        foreach (var sharing in Inputs.Sharings(slots))
        {
            foreach (var outcomes in Inputs.Outcomes(sharing.Max() + 1))
            {
                if (outcomes.All(outcome => outcome == Outcome.Pending))
                {
                    for (var winner = 0; winner < outcomes.Length; winner++)
                    {
                        foreach (var completion in s_completions)
                        {
                            AssertSame(form, sharing, outcomes, winner, completion);
                            inputs++;
                        }
                    }
                }
                else
                {
                    AssertSame(form, sharing, outcomes);
                    inputs++;
                }
            }
        }

        // Slots can share tasks in Bell(slots) ways (2, 5 or 15), and each task has one of four outcomes. The test replaces an input with only pending tasks by
        // three inputs for each task: after the call, the task succeeds, faults or is cancelled.
        Assert.That(inputs, Is.EqualTo(slots switch { 2 => 20 - 2 + 9, 3 => 116 - 5 + 30, _ => 756 - 15 + 111 }));
    }

    private static void AssertSame(Form form, int[] sharing, Outcome[] outcomes, int? winner = null, Outcome completion = default)
    {
        var ours = Run(form.Call, sharing, outcomes, winner, completion);
        var theirs = Run(form.BaseLibrary, sharing, outcomes, winner, completion);
        Assert.That(ours, Is.EqualTo(theirs), () =>
            $"slots {string.Join(",", sharing)} of {string.Join(",", outcomes)}, {completion} of {winner}");
    }

    private static (bool CompleteAtOnce, bool CompleteAfterwards, int Winner) Run(
        Func<Task<int>[], Started> whenAny, int[] sharing, Outcome[] outcomes, int? winner, Outcome completion)
    {
        var antecedents = outcomes.Select(outcome => new Antecedent(outcome)).ToArray();
        var started = whenAny([.. sharing.Select(task => antecedents[task].Task)]);
        var completeAtOnce = started.IsCompleted();
        if (winner is not null)
        {
            antecedents[winner.Value].Complete(completion);
        }

        var completeAfterwards = started.IsCompleted();
        var result = started.Winner();
        return (completeAtOnce, completeAfterwards, Array.FindIndex(antecedents, antecedent => antecedent.Task == result));
    }
}
