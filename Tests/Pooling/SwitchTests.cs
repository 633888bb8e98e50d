using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>
/// Tests the settings that an operator can make in the runtimeconfig and the environment, and their effects. Each test runs its own program, because a program
/// reads a setting only once.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public static class SwitchTests
{
    private const string ConsumedTwice = "stale token: The ValueTask returned by Use.Value was used after its result had been consumed.";

    private static readonly Lazy<byte[]> s_runtime = new(() => new RuntimeVariant().Compile(withChecks: false));

    [Test]
    public static void Without_a_switch_boxes_serve_one_call_after_another_and_nobody_looks_at_them() =>
        Assert.That(Run([]), Is.EqualTo(
            $"""
            1 boxes of 5 calls
            rented 5, returned 5, created 1, dropped 0, idle 1
            put twice: nothing
            resumed when idle: An attempt was made to complete an async method that had already completed.
            resumed when another call has the box: nothing
            {ConsumedTwice}
            bound: 16384
            ways: boxes base-library 1

            """));

    [TestCase("PooledAwait.DisablePooling", "true", "PooledAwait.DisablePooling is true.")]
    [TestCase("POOLEDAWAIT_DISABLEPOOLING", "1", "POOLEDAWAIT_DISABLEPOOLING is set.")]
    [TestCase("POOLEDAWAIT_DISABLEPOOLING", "TRUE", "POOLEDAWAIT_DISABLEPOOLING is set.")]
    public static void With_pooling_off_each_call_has_a_box_of_its_own(string name, string value, string why) =>
        Assert.That(Run([(name, value)]), Is.EqualTo(
            $"""
            5 boxes of 5 calls
            rented 5, returned 5, created 5, dropped 5, idle 0
            put twice: nothing
            resumed when idle: An attempt was made to complete an async method that had already completed.
            resumed when another call has the box: An attempt was made to complete an async method that had already completed.
            {ConsumedTwice}
            bound: 16384
            ways: boxes base-library 1; pools fresh-boxes switched-off 0
            event: pools: fresh-boxes in use. {why}

            """));

    [TestCase("PooledAwait.CheckBoxes", "true")]
    [TestCase("POOLEDAWAIT_CHECKBOXES", "1")]
    public static void Checks_notice_who_uses_a_box_that_is_idle(string name, string value) =>
        Assert.That(Run([(name, value)]), Is.EqualTo(
            $"""
            1 boxes of 5 calls
            rented 5, returned 5, created 1, dropped 0, idle 1
            put twice: A box of System.Object was put back into its pool twice.
            resumed when idle: A box of Use.Value was resumed after its call had ended.
            resumed when another call has the box: nothing
            {ConsumedTwice}
            bound: 16384
            ways: boxes base-library 1; checks on 1

            """));

    [Test]
    public static void With_both_a_box_is_never_another_call_s_so_all_is_noticed() =>
        Assert.That(Run([("POOLEDAWAIT_CHECKBOXES", "1"), ("PooledAwait.DisablePooling", "true"), ("POOLEDAWAIT_MAXIMUMBOXESPERTYPE", "7")]), Is.EqualTo(
            $"""
            5 boxes of 5 calls
            rented 5, returned 5, created 5, dropped 5, idle 0
            put twice: A box of System.Object was put back into its pool twice.
            resumed when idle: A box of Use.Value was resumed after its call had ended.
            resumed when another call has the box: A box of Use.Value was resumed after its call had ended.
            {ConsumedTwice}
            bound: 7
            ways: boxes base-library 1; checks on 1; pools fresh-boxes switched-off 0
            event: pools: fresh-boxes in use. PooledAwait.DisablePooling is true.

            """));

    [TestCase("0")]
    [TestCase("false")]
    public static void The_environment_wins_over_the_runtimeconfig(string off) =>
        Assert.That(Run([("PooledAwait.DisablePooling", "true"), ("POOLEDAWAIT_DISABLEPOOLING", off), ("PooledAwait.MaximumBoxesPerType", "5"), ("POOLEDAWAIT_MAXIMUMBOXESPERTYPE", "7")]), Does
            .StartWith("1 boxes of 5 calls\n").And.Contains("bound: 7\nways: boxes base-library 1\n"));

    [Test]
    public static void What_the_environment_says_and_cannot_be_understood_is_ignored() =>
        Assert.That(Run([("PooledAwait.DisablePooling", "true"), ("POOLEDAWAIT_DISABLEPOOLING", "no"), ("PooledAwait.MaximumBoxesPerType", "5"), ("POOLEDAWAIT_MAXIMUMBOXESPERTYPE", "-7")]), Does
            .StartWith("5 boxes of 5 calls\n").And.Contains("bound: 5\n"));

    /// <summary>Runs the program. Settings with a dot in their names go to the runtimeconfig, other settings to the environment.</summary>
    private static string Run((string Name, string Value)[] settings)
    {
        var properties = settings.Where(setting => setting.Name.Contains('.')).Select(setting => $"\"{setting.Name}\": {setting.Value}");
        var environment = settings.Where(setting => !setting.Name.Contains('.')).ToDictionary(setting => setting.Name, setting => setting.Value);
        return OwnProgram.Run(s_program.Value, s_runtime.Value, string.Join(", ", properties), environment);
    }

    private static readonly Lazy<byte[]> s_program = new(() => OwnProgram.Compile(Program, s_runtime.Value));

    private const string Program =
        """
        using System;
        using System.Collections.Generic;
        using System.Linq;
        using System.Reflection;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Tasks;
        using System.Threading.Tasks.Sources;
        using PooledAwait.Runtime;

        using var events = new Events("event");
        var boxes = new HashSet<object>(ReferenceEqualityComparer.Instance);
        for (var i = 0; i < 5; i++)
        {
            var source = new Source();
            var call = Use.Value(source, static () => { });
            boxes.Add(Use.BoxOf(call));
            source.Resume();
            call.GetAwaiter().GetResult();
        }

        Console.WriteLine($"{boxes.Count} boxes of 5 calls");
        using var meters = new Meters();
        meters.ReadUntil(() => meters.Sums.ContainsKey("pooledawait.boxes.trimmed"));
        var names = new[] { "rented", "returned", "created", "dropped", "idle" };
        Console.WriteLine(string.Join(", ", names.Select(name => $"{name} {meters.Sums["pooledawait.boxes." + name]}")));

        var runtime = typeof(OwnTask).Assembly;
        var put = runtime.GetType("PooledAwait.Runtime.Pool`2").MakeGenericType(typeof(int), typeof(string)).GetMethod("Put").CreateDelegate<Action<object>>();
        var thing = new object();
        Tell("put twice", () => { put(thing); put(thing); });

        var late = new Source();
        var ended = Use.Value(late, static () => { });
        late.Resume();
        ended.GetAwaiter().GetResult();
        Tell("resumed when idle", late.Resume);
        var other = new Source();
        var waiting = Use.Value(other, static () => { });
        Tell("resumed when another call has the box", late.Resume);

        var last = new Source();
        var stale = Use.Value(last, static () => { });
        last.Resume();
        stale.GetAwaiter().GetResult();
        Tell("stale token", () => stale.GetAwaiter().GetResult());

        Console.WriteLine("bound: " + runtime.GetType("PooledAwait.Runtime.PoolLimits").GetField("MaximumBoxesPerType").GetValue(null));
        Console.WriteLine("ways: " + string.Join("; ", meters.Ways));
        SpinWait.SpinUntil(() => events.Lines.Length == meters.Ways.Count(way => way.EndsWith(" 0")), 60_000);
        foreach (var line in events.Lines)
        {
            Console.WriteLine(line);
        }

        static void Tell(string what, Action action)
        {
            var thrown = "nothing";
            try
            {
                action();
            }
            catch (InvalidOperationException exception)
            {
                thrown = exception.Message.Split(" A ValueTask may")[0];
            }

            Console.WriteLine(what + ": " + thrown);
        }

        static class Use
        {
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
            public static async ValueTask Value(Source source, Action then)
            {
                await new ValueTask(source, 0);
                then();
            }

            public static object BoxOf(ValueTask call) => typeof(ValueTask).GetField("_obj", BindingFlags.Instance | BindingFlags.NonPublic).GetValue(call);
        }

        /// <summary>One that breaks its contract: it resumes who awaits it as often as it is told to.</summary>
        sealed class Source : IValueTaskSource
        {
            private Action<object> _continuation;
            private object _state;

            public void Resume() => _continuation(_state);

            public void GetResult(short token)
            {
            }

            public ValueTaskSourceStatus GetStatus(short token) => _continuation is null ? ValueTaskSourceStatus.Pending : ValueTaskSourceStatus.Succeeded;

            public void OnCompleted(Action<object> continuation, object state, short token, ValueTaskSourceOnCompletedFlags flags) => (_continuation, _state) = (continuation, state);
        }
        """;
}
