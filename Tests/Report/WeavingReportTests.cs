using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using Tests.Options;

namespace Tests.Report;

[Parallelizable(ParallelScope.Self)]
public sealed class WeavingReportTests
{
    private const string Code =
        """
        class C
        {
            async ValueTask A(int a) => await Task.Yield();

            async ValueTask<int> B() { await Task.Yield(); return 1; }

            async Task<Task> D(Task a)
            {
                var first = await Task.WhenAny(a, a, a);
                return first;
            }

            async void E() => await Task.Yield();

            Func<Task> F() => async () => await Task.Yield();
        }
        """;

    private static readonly ModuleDefinition s_module = Source.Compile(Code);

    [Test]
    public void The_summary_counts_each_rewrite()
    {
        var report = Filled();

        Assert.That(
            SummaryLine.Of(report, TimeSpan.FromMilliseconds(12.3)),
            Is.EqualTo("3 async methods pooled (2 ValueTask, 1 void), 3 left alone; 0 WhenAny calls specialised, 1 left alone (12 ms). Left alone most often: switched-off (3), ignored (1)."));
    }

    [Test]
    public void The_summary_names_the_three_most_frequent_reasons()
    {
        var report = New();
        Reason[] reasons = [Reason.Stored, Reason.Ignored, Reason.Stored, Reason.Excluded, Reason.Discarded, Reason.Discarded];
        foreach (var reason in reasons)
        {
            report.LeftAlone(Rewrite.Builders, s_module.Method("C.D"), reason);
        }

        Assert.That(SummaryLine.Of(report, TimeSpan.Zero), Does.EndWith(" (0 ms). Left alone most often: discarded (2), stored (2), excluded (1)."));
    }

    [Test]
    public void The_summary_says_where_the_report_is()
    {
        var report = New();
        report.Changed(Rewrite.WhenAny, s_module.Method("C.D"), "three tasks, array form");
        report.Changed(Rewrite.StateObjects, s_module.Method("C.D"), "closure as state");
        report.Changed(Rewrite.StateObjects, s_module.Method("C.D"), "closure as state");

        Assert.That(
            SummaryLine.Of(report, TimeSpan.FromSeconds(1.5), "obj/App.PooledAwait.txt"),
            Is.EqualTo(
                "1 WhenAny call specialised, 0 left alone; 2 calls given a state object, 0 left alone (1500 ms). " +
                "Full report: obj/App.PooledAwait.txt"));
    }

    [Test]
    public void The_summary_of_nothing_says_so() =>
        Assert.That(SummaryLine.Of(New(), TimeSpan.Zero), Is.EqualTo("nothing to rewrite (0 ms)."));

    [Test]
    public void The_summary_does_not_count_what_the_user_cannot_change()
    {
        var report = New();
        report.LeftAlone(Rewrite.StateObjects, s_module.Method("C.D"), Reason.PassesState);
        report.LeftAlone(Rewrite.Builders, s_module.Method("C.D"), Reason.NeverSuspends);
        Assert.That(SummaryLine.HasAnything(report), Is.False);

        report.LeftAlone(Rewrite.StateObjects, s_module.Method("C.D"), Reason.SeveralDelegates);
        Assert.That(SummaryLine.HasAnything(report), Is.True);
        Assert.That(
            SummaryLine.Of(report, TimeSpan.Zero, framework: "net8.0"),
            Is.EqualTo("net8.0: 0 calls given a state object, 1 left alone (0 ms). Left alone most often: several-delegates (1)."));
    }

    [Test]
    public void The_summary_tells_of_calls_that_got_a_task_where_nothing_else_was_done()
    {
        var report = New();
        report.LeftAlone(Rewrite.Builders, s_module.Method("C.D"), Reason.NeverSuspends);
        report.GivenATask(s_module.Method("C.D"), s_module.Method("C.B"), Reason.Stored, at: null);

        Assert.That(SummaryLine.Of(report, TimeSpan.Zero), Is.EqualTo("1 call given a task (0 ms)."));
    }

    [Test]
    public void The_summary_of_what_was_woven_before_says_so()
    {
        var report = New();
        report.LeftAlone(Rewrite.Builders, s_module.Method("C.A"), Reason.AlreadyPooled);
        report.LeftAlone(Rewrite.Builders, s_module.Method("C.B"), Reason.Discarded);
        Assert.That(SummaryLine.Of(report, TimeSpan.Zero), Is.EqualTo("nothing new: its own build wove it (0 ms)."));

        report.Changed(Rewrite.DirectAwaits, s_module.Method("C.D"), "no task");
        Assert.That(
            SummaryLine.Of(report, TimeSpan.Zero),
            Is.EqualTo("0 async methods pooled, 1 left alone; 1 awaited call without a task, 0 left alone (0 ms). Left alone most often: discarded (1)."));
    }

    [Test]
    public void The_text_tells_every_decision_sorted_and_with_its_line() =>
        Assert.That(
            TextOf(Filled()),
            Is.EqualTo(
                """
                PooledAwait in App

                Changed: 3
                Left alone: 4

                Bytes saved by each call that suspends (estimated)
                      128  C.A(int)

                Changed, Builders: 3
                  C.A(int) in Code.cs:3
                      ValueTask
                  C.B() in Code.cs:5
                      ValueTask<int>
                  C.E() in Code.cs:13
                      void

                Left alone, ignored: 1
                [PooledAwaitIgnore] excludes it: the attribute is on it, or on something around it. Remove the attribute, or put [PooledAwait] on something narrower.
                  C.F() (lambda) in Code.cs:15
                      Builders

                Left alone, switched-off: 3
                An option or an attribute switches this rewrite off here. Switch it on with Builders, DirectAwaits, TimedWaits, WhenAny, StateObjects or ContinueWith, as an option or in [PooledAwait].
                Write <PooledAwaitBuilders>All</PooledAwaitBuilders> or <PooledAwaitWhenAny>All</PooledAwaitWhenAny>.
                  C.D(Task) in Code.cs:9
                      Builders
                  C.D(Task) in Code.cs:9
                      Builders, would save 96 bytes for each call: again
                  C.D(Task) in Code.cs:10
                      WhenAny

                """));

    [Test]
    public void The_text_does_not_depend_on_the_order_of_the_decisions()
    {
        var report = New();
        foreach (var decision in Filled().Decisions.Reverse())
        {
            if (decision.Reason == null)
            {
                report.Changed(decision.Rewrite, decision.Method, decision.Detail!, decision.At, decision.Saved);
            }
            else
            {
                report.LeftAlone(decision.Rewrite, decision.Method, new Refusal(decision.Reason) { Detail = decision.Detail, WouldSave = decision.Saved }, decision.At);
            }
        }

        Assert.That(TextOf(report), Is.EqualTo(TextOf(Filled())));
    }

    [Test]
    public void Without_symbols_there_are_no_lines()
    {
        var module = CompiledAssembly.Read(Image());
        var report = new WeavingReport(module, new MethodOwners(module));
        report.LeftAlone(Rewrite.Builders, module.Method("C.A"), Reason.Ignored);

        Assert.That(TextOf(report), Does.Contain("\n  C.A(int)\n      Builders\n"));

        static byte[] Image()
        {
            using var image = new MemoryStream();
            Source.Compile(Code).Write(image);
            return image.ToArray();
        }
    }

    [Test]
    public void A_decision_about_a_state_machine_is_one_about_its_kick_off_method()
    {
        var report = New();
        report.Changed(Rewrite.WhenAny, s_module.Method("<D>d__2.MoveNext"), "three tasks");

        Assert.That(report.Decisions.Single().Method, Is.SameAs(s_module.Method("C.D")));
    }

    private static string TextOf(WeavingReport report) => ReportText.Of(ReportedWeave.Of(report, "/src/app"));

    private static WeavingReport New() => new(s_module, new MethodOwners(s_module));

    private static WeavingReport Filled()
    {
        var report = New();
        var moveNext = s_module.Method("<D>d__2.MoveNext");
        var call = moveNext.DebugInformation.SequencePoints.First(point => point.StartLine == 10);
        report.LeftAlone(Rewrite.WhenAny, moveNext, Reason.SwitchedOff, at: call);
        report.Changed(Rewrite.Builders, s_module.Method("C.E"), "void");
        report.Changed(Rewrite.Builders, s_module.Method("C.B"), "ValueTask<int>");
        report.Changed(Rewrite.Builders, s_module.Method("C.A"), "ValueTask", saved: new BytesSaved(Machine: 128));
        report.LeftAlone(Rewrite.Builders, s_module.Method("C.D"), new Refusal(Reason.SwitchedOff) { Detail = "again", WouldSave = new BytesSaved(Machine: 96) });
        report.LeftAlone(Rewrite.Builders, s_module.Method("C.D"), Reason.SwitchedOff);
        report.LeftAlone(Rewrite.Builders, s_module.Method("<F>b__4_0"), Reason.Ignored);
        return report;
    }
}
