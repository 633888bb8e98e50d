using PooledAwait.Runtime;

namespace Tests.WhenAny;

/// <summary>After an await of WhenAny, code continues in the same place as with the base library.</summary>
[Alone]
public class PlacementTests
{
    [Test]
    public void Goes_on_where_it_does_with_the_base_library(
        [Values("task", "awaited 2", "awaited 3")] string form, [Values] Place awaitedIn, [Values] bool capture, [Values] Place completedIn,
        [Values] bool alsoAwaitedByOthers)
    {
        var expected = Run("base library", awaitedIn, capture, completedIn, alsoAwaitedByOthers);
        var actual = Run(form, awaitedIn, capture, completedIn, alsoAwaitedByOthers);
        Assert.That(actual, Is.EqualTo(expected));
    }

    [Test]
    public void Under_a_context_that_only_the_completing_thread_has_nothing_more_is_posted_or_queued()
    {
        var seen = Run("awaited 2", Place.Context, capture: true, Place.Context, alsoAwaitedByOthers: false);
        Assert.That(seen, Is.EqualTo(new Seen(Ran.InContext, InPlace: true, InsideTask: false, (0, 0, 0))));
    }

    private static Seen Run(string form, Place awaitedIn, bool capture, Place completedIn, bool alsoAwaitedByOthers)
    {
        var scene = new Scene();
        var source = new TaskCompletionSource();
        var other = new TaskCompletionSource().Task;
        if (alsoAwaitedByOthers)
        {
            source.Task.ContinueWith(static _ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }

        Task? awaiting = null;
        scene.Enter(awaitedIn, () => awaiting = Await());
        scene.Enter(completedIn, () => scene.Complete(source.SetResult));
        Assert.That(awaiting!.Wait(TimeSpan.FromMinutes(2)), Is.True);
        return scene.Seen;

        async Task Await()
        {
            var winner = form switch
            {
                "base library" => await Task.WhenAny(other, source.Task, other).ConfigureAwait(capture),
                "task" => await SpecializedWhenAny.WhenAny(other, source.Task, other).ConfigureAwait(capture),
                "awaited 2" => await AwaitedWhenAny.WhenAny(other, source.Task).ConfigureAwait(capture),
                _ => await AwaitedWhenAny.WhenAny(other, source.Task, other).ConfigureAwait(capture),
            };
            scene.NoteWhereThisRuns();
            Assert.That(winner, Is.SameAs(source.Task));
        }
    }
}
