using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>The meter and an event report which implementations are in use, and why others are not. Each test runs its own program, because a program decides only once.</summary>
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

    /// <summary>Simulates a base library whose interface has other members.</summary>
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
        using var folder = new TemporaryFolder();
        var image = runtime.Compile(withChecks: false);
        File.WriteAllBytes(folder.PathOf("PooledAwait.Runtime.dll"), image);
        File.WriteAllBytes(folder.PathOf("program.dll"), OwnProgram.Compile(Program, image));
        File.WriteAllText(folder.PathOf("program.runtimeconfig.json"), $$"""
            { "runtimeOptions": { "tfm": "net10.0", "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" }, "configProperties": { {{switches}} } } }
            """);
        var (exitCode, output) = ChildProcess.Run("dotnet", folder.FullName, "program.dll");
        Assert.That(exitCode, Is.Zero, output);
        return output.ReplaceLineEndings("\n");
    }

    private const string Program =
        """
        using System;
        using System.Collections.Generic;
        using System.Diagnostics.Metrics;
        using System.Diagnostics.Tracing;
        using System.Linq;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Tasks;
        using PooledAwait.Runtime;

        using var early = new Listener("early");
        var source = new TaskCompletionSource();
        var call = Use.Value(source.Task);
        var own = OwnTask.Of(Use.Value(source.Task));
        var any = SpecializedWhenAny.WhenAny(source.Task, source.Task, source.Task);
        source.SetResult();
        await call;
        await own;
        await any;

        var ways = new SortedSet<string>(StringComparer.Ordinal);
        using var meters = new MeterListener();
        meters.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name == "pooledawait.ways")
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        meters.SetMeasurementEventCallback<int>((_, value, tags, _) => ways.Add(string.Join(" ", tags.ToArray().Select(tag => tag.Value)) + " " + value));
        meters.Start();
        SpinWait.SpinUntil(() => { meters.RecordObservableInstruments(); return ways.Count == 3; }, 60_000);
        foreach (var way in ways)
        {
            Console.WriteLine(way);
        }

        var fallbacks = ways.Count(way => way.EndsWith(" 0"));
        SpinWait.SpinUntil(() => early.Count == fallbacks, 60_000);
        using var late = new Listener("late");
        SpinWait.SpinUntil(() => late.Count == fallbacks, 60_000);
        foreach (var line in early.Lines.Take(fallbacks).Concat(late.Lines))
        {
            Console.WriteLine(line);
        }

        static class Use
        {
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
            public static async ValueTask Value(Task task) => await task;
        }

        sealed class Listener : EventListener
        {
            private readonly string _name;
            private readonly SortedSet<string> _lines = new(StringComparer.Ordinal);

            public Listener(string name)
            {
                _name = name;
                foreach (var source in EventSource.GetSources().Where(IsOurs))
                {
                    EnableEvents(source, EventLevel.Warning);
                }
            }

            public int Count { get { lock (_lines) { return _lines.Count; } } }

            public string[] Lines { get { lock (_lines) { return _lines.ToArray(); } } }

            protected override void OnEventSourceCreated(EventSource source)
            {
                if (_name != null && IsOurs(source))
                {
                    EnableEvents(source, EventLevel.Warning);
                }
            }

            protected override void OnEventWritten(EventWrittenEventArgs written)
            {
                lock (_lines)
                {
                    _lines.Add(_name + ": " + string.Format(written.Message, written.Payload.ToArray()));
                }
            }

            private static bool IsOurs(EventSource source) => source.Name == "PooledAwait";
        }
        """;
}
