using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using Tests.NewerRuntimes;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>
/// Methods that the runtime itself suspends have no state machine. After weaving, the calls that they await need no task, just as in methods with a state
/// machine.
/// </summary>
[Alone]
public class RuntimeAsyncTests
{
    [Test]
    public void A_woven_program_does_what_it_did()
    {
        var input = RuntimeAsyncProgram.Compile(RuntimeAsyncSources.Behaviour);
        var notWoven = RuntimeAsyncProgram.Run(input);
        Assert.That(Lines(notWoven), Has.Length.EqualTo(11));
        Assert.That(RuntimeAsyncProgram.Run(new WeavingRunner().Weave(input).Result), Is.EqualTo(notWoven));
    }

    [Test]
    public void Calls_that_they_await_need_no_task()
    {
        Assert.That(Decided(RuntimeAsyncSources.Behaviour, Rewrite.DirectAwaits).Where(told => !told.StartsWith("Program.Results")), Is.EquivalentTo(new[]
        {
            "Program.Contexts(bool): changed",
            "Program+Counter.Count(bool): changed",
            "Program.Failures(bool): changed",
            "Program.Failures(bool): changed",
            "Program.Fails(bool, Exception): changed",
            "Program.FailsWithResult(bool, Exception): changed",
            "Program.Generic<T>(bool, T): changed",
            "Program.Kept(bool): changed",
            "Program.Kept(bool): task-kept",
            "Program.Number(bool, int): changed",
            "Program.Otherwise(): await-options",
            "Program.Placed(): changed",
            "Program.Placed(): changed",
            "Program.Runtimes(): runtime-async",
            "Program.SetsLocal(bool): changed",
        }));
        Assert.That(Decided(RuntimeAsyncSources.Behaviour, Rewrite.DirectAwaits).Where(told => told.StartsWith("Program.Results")), Has.Exactly(7).EqualTo("Program.Results(bool): changed").And.Exactly(1).EqualTo("Program.Results(bool): task-used-otherwise"));
        Assert.That(Decided(RuntimeAsyncSources.Behaviour, Rewrite.WhenAny), Is.EqualTo(new[] { "Program.FirstOnes(bool): changed", "Program.FirstOnes(bool): changed" }));
        Assert.That(Decided(RuntimeAsyncSources.Behaviour, Rewrite.TimedWaits), Has.Count.EqualTo(4).And.All.EqualTo("Program.InTime(bool): changed"));
    }

    [Test]
    public void A_second_weave_changes_nothing()
    {
        var once = new WeavingRunner().Weave(RuntimeAsyncProgram.Compile(RuntimeAsyncSources.Behaviour)).Result;
        Assert.That(new WeavingRunner().Decide(once).Report.Decisions.Select(decision => decision.Reason), Is.Not.Empty.And.None.Null);
    }

    [Test]
    public void A_call_that_they_await_allocates_that_much_less()
    {
        var input = RuntimeAsyncProgram.Compile(RuntimeAsyncSources.Cost);
        Assert.That(Lines(RuntimeAsyncProgram.Run(input)), Is.EqualTo(new[] { "at once: 72", "suspended: 440", "first of two: 72" }));

        // The objects with which the runtime suspends the caller remain. With the pooled builder, the called method's delegate for its awaiter takes 88 bytes,
        // not 64.
        var woven = RuntimeAsyncProgram.Run(new WeavingRunner().Weave(input).Result);
        Assert.That(Lines(woven), Is.EqualTo(new[] { "at once: 0", "suspended: 408", "first of two: 0" }));
    }

    [Test]
    [Thorough]
    public void On_NET_11_a_woven_program_does_what_it_did_and_its_awaited_calls_need_no_task()
    {
        var behaviour = RuntimeAsyncProgram.Compile(RuntimeAsyncSources.Behaviour);
        Assert.That(
            RuntimeAsyncProgram.Run(new WeavingRunner().Weave(behaviour).Result, CoreClr11.Host), Is.EqualTo(RuntimeAsyncProgram.Run(behaviour, CoreClr11.Host)));

        var cost = RuntimeAsyncProgram.Compile(RuntimeAsyncSources.Cost);
        Assert.That(Lines(RuntimeAsyncProgram.Run(cost, CoreClr11.Host)), Is.EqualTo(new[] { "at once: 72", "suspended: 152", "first of two: 0" }));
        Assert.That(Lines(RuntimeAsyncProgram.Run(new WeavingRunner().Weave(cost).Result, CoreClr11.Host)), Is.EqualTo(new[] { "at once: 0", "suspended: 80", "first of two: 0" }));
    }

    [Test]
    public void The_summary_says_once_what_weaving_can_do_for_such_an_assembly()
    {
        var (_, report) = new WeavingRunner().Decide(RuntimeAsyncProgram.Compile(RuntimeAsyncSources.Behaviour));
        var suspended = report.Decisions.Count(decision => decision.Rewrite == Rewrite.Builders && decision.Reason == Reason.RuntimeAsync);
        Assert.That(suspended, Is.GreaterThan(1));
        Assert.That(SummaryLine.Of(report, TimeSpan.Zero), Does.Contain($" {suspended} methods"));
    }

    private static string[] Lines(string output) => output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static IReadOnlyList<string> Decided(string source, Rewrite rewrite) =>
        Decisions.Of(new WeavingRunner().Decide(RuntimeAsyncProgram.Compile(source)).Report, rewrite);
}
