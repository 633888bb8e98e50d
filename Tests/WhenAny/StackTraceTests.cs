using AssemblyToProcess.Support;

namespace Tests.WhenAny;

/// <summary>Tests code that reads its own stack trace after a WhenAny.</summary>
[Alone]
public static class StackTraceTests
{
    [TestCaseSource(typeof(Form), nameof(Form.All))]
    public static void Who_goes_on_in_place_sees_no_frame_of_the_library_below_its_own(Form form)
    {
        for (var slots = form.Fewest; slots <= 4; slots++)
        {
            var antecedents = Enumerable.Range(0, slots).Select(_ => new Antecedent(Outcome.Pending)).ToArray();
            var looking = Look(form.Call([.. antecedents.Select(antecedent => antecedent.Task)]));
            OwnThread.Run("the completing thread", () => antecedents[^1].Complete(Outcome.RanToCompletion)); // this thread has no SynchronizationContext
            Assert.That(looking.IsCompleted, "It went on in place.");

            // The frame of OwnThread is always in the trace, but the compiler may inline the frames above it.
            Assert.That(looking.Result, Does.Contain(nameof(OwnThread)).And.Not.Contains("PooledAwait.Runtime"));
        }
    }

    private static async Task<string> Look(Started started)
    {
        await started.Await().ConfigureAwait(false);
        return Environment.StackTrace;
    }
}
