using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>
/// Tests what the meter and an event report: which implementations are in use, and why other implementations are not. Each test runs its own program, because a
/// program chooses its implementations only once.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public static class FallbackTests
{
    [Test]
    public static void Without_a_fallback_the_meter_tells_of_each_way_that_was_needed_and_there_is_no_event() =>
        Assert.That(Run(new RuntimeVariant(), switches: ""), Is.EqualTo("boxes base-library 1\nown-tasks pooled-calls 1\nwhen-any specialised 1\n"));

    [Test]
    public static void What_is_switched_off_is_told_by_the_meter_and_by_one_event_to_each_listener() =>
        Assert.That(Run(new RuntimeVariant(), """ "PooledAwait.DisableResumptionBox": true, "PooledAwait.DisableWhenAny": true """), Is.EqualTo(
            """
            boxes delegates switched-off 0
            own-tasks pooled-calls 1
            when-any base-library switched-off 0
            early: boxes: delegates in use. PooledAwait.DisableResumptionBox is true.
            early: when-any: base-library in use. PooledAwait.DisableWhenAny is true.
            late: boxes: delegates in use. PooledAwait.DisableResumptionBox is true.
            late: when-any: base-library in use. PooledAwait.DisableWhenAny is true.

            """));

    /// <summary>Simulates a base library without the interface for boxes.</summary>
    [Test]
    public static void What_cannot_be_loaded_is_told_with_what_the_runtime_says_of_it() =>
        Assert.That(
            Run(new RuntimeVariant { InterfaceOfBoxes = "IBoxOfAnotherBaseLibrary" }, switches: ""),
            Does.StartWith("boxes delegates missing 0\nown-tasks pooled-calls 1\nwhen-any specialised 1\nearly: boxes: delegates in use. TypeLoadException: ").And.Contains("IBoxOfAnotherBaseLibrary"));

    [Test]
    public static void What_does_something_else_is_told() =>
        Assert.That(
            Run(new RuntimeVariant().ReplaceOnce("RecognisedDetachedBox.cs", "void IAsyncStateMachineBox.MoveNext() => MoveNextUnderContext();", "void IAsyncStateMachineBox.MoveNext() { }"), switches: ""),
            Does.StartWith("boxes delegates self-test 0\n").And.Contains("early: boxes: delegates in use. The base library's members do not behave as expected.\n"));

    private static string Run(RuntimeVariant runtime, string switches)
    {
        var image = runtime.Compile(withChecks: false);
        return OwnProgram.Run(OwnProgram.Compile(Program, image), image, switches);
    }

    private const string Program =
        """
        using System;
        using System.Linq;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Tasks;
        using PooledAwait.Runtime;

        using var early = new Events("early");
        var source = new TaskCompletionSource();
        var call = Use.Value(source.Task);
        var own = OwnTask.Of(Use.Value(source.Task));
        var any = SpecializedWhenAny.WhenAny(source.Task, source.Task, source.Task);
        source.SetResult();
        await call;
        await own;
        await any;

        using var meters = new Meters();
        meters.ReadUntil(() => meters.Ways.Count == 3);
        foreach (var way in meters.Ways)
        {
            Console.WriteLine(way);
        }

        var fallbacks = meters.Ways.Count(way => way.EndsWith(" 0"));
        SpinWait.SpinUntil(() => early.Lines.Length == fallbacks, 60_000);
        using var late = new Events("late");
        SpinWait.SpinUntil(() => late.Lines.Length == fallbacks, 60_000);
        foreach (var line in early.Lines.Take(fallbacks).Concat(late.Lines))
        {
            Console.WriteLine(line);
        }

        static class Use
        {
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
            public static async ValueTask Value(Task task) => await task;
        }
        """;
}
