using Tests.WhenAny;

namespace Tests.TimedWaits;

/// <summary>After a wait, code must continue as with the base library (in place, queued or posted), whatever ends the wait, and on whatever thread.</summary>
[Alone]
public class PlacementTests
{
    public enum End
    {
        Time,
        Work,
        Token,
    }

    private static IEnumerable<TestCaseData> Cases =>
        from face in Face.All
        from end in Enum.GetValues<End>()
        where end != End.Work || face.WaitsForWork
        from awaitedIn in Enum.GetValues<Place>()
        from capture in new[] { true, false }
        from endedIn in end == End.Time ? [Place.Nowhere] : Enum.GetValues<Place>()
        select new TestCaseData(face, end, awaitedIn, capture, endedIn);

    [TestCaseSource(nameof(Cases))]
    public void Goes_on_where_it_does_with_the_base_library(Face face, End end, Place awaitedIn, bool capture, Place endedIn)
    {
        var expected = Run(TimedRuntime.BaseLibrary, face, end, awaitedIn, capture, endedIn);
        Assert.That(Run(TimedRuntime.Ours, face, end, awaitedIn, capture, endedIn), Is.EqualTo(expected));
    }

    [Test]
    public void A_wait_that_is_cancelled_continues_in_place_and_a_delay_does_not()
    {
        var inPlace = Face.All.Select(face => Run(TimedRuntime.Ours, face, End.Token, Place.Nowhere, capture: true, Place.Nowhere).Seen.InPlace);
        Assert.That(inPlace, Is.EqualTo(Face.All.Select(face => face.Name.StartsWith("WaitAsync", StringComparison.Ordinal))));
    }

    [Test]
    public void A_wait_whose_time_is_over_continues_in_place_on_the_timers_thread([ValueSource(typeof(Face), nameof(Face.All))] Face face) =>
        Assert.That(Run(TimedRuntime.Ours, face, End.Time, Place.Nowhere, capture: true, Place.Nowhere).Seen.InPlace, Is.True);

    private static (Seen Seen, string Outcome) Run(TimedRuntime runtime, Face face, End end, Place awaitedIn, bool capture, Place endedIn)
    {
        var scene = new Scene();
        var work = new TaskCompletionSource<int>();
        using var cancellation = new CancellationTokenSource();
        Task<string>? awaiting = null;
        scene.Enter(awaitedIn, () => awaiting = Await());
        if (end != End.Time)
        {
            scene.Enter(endedIn, () => scene.Complete(end == End.Work ? () => work.SetResult(1) : cancellation.Cancel));
        }

        Assert.That(awaiting!.Wait(TimeSpan.FromMinutes(2)), Is.True);
        return (scene.Seen, awaiting.Result);

        // Scene.Enter calls this function in the context that awaitedIn names, so the await in Describe sees this context.
        Task<string> Await() => face.Describe(runtime, work.Task, end == End.Time ? 20 : 60_000, cancellation.Token, capture, scene.NoteWhereThisRuns);
    }
}
