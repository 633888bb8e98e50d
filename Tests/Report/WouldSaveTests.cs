using System.Xml.Linq;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Report;

/// <summary>
/// If a place is left alone, the report says how many bytes weaving it would save. The same number is reported as saved if the cause is removed and the place
/// is woven. The report says nothing if the number is zero or unknown.
/// </summary>
[Alone]
public sealed class WouldSaveTests
{
    private const string Usings = "using System; using System.Threading.Tasks; using PooledAwait;";

    // Each case has a source, the part of the source that causes the reason, and a replacement for this part.
    [TestCase("static async ValueTask<int> M() { await Task.Yield(); return 1; } static ValueTask<int> s; static void N() => s = M();", "static void N() => s = M();", "")]
    [TestCase("[PooledAwaitIgnore] static async ValueTask M() => await Task.Yield();", "[PooledAwaitIgnore]", "")]
    [TestCase("[PooledAwait(Builders = PooledBuilders.None)] static async void M(int a) { await Task.Yield(); Console.Write(a); }", "(Builders = PooledBuilders.None)", "")]
    [TestCase("[PooledAwaitIgnore] static Task M(Task t, string s) => t.ContinueWith(a => Console.Write(s + a.Id));", "[PooledAwaitIgnore]", "")]
    [TestCase("[PooledAwait(ContinueWith = false)] static Task M(Task t, string s) => t.ContinueWith(a => Console.Write(s + a.Id));", "(ContinueWith = false)", "")]
    [TestCase("[PooledAwaitIgnore] static Task<Task> M(Task a) => Task.WhenAny(a, a, a);", "[PooledAwaitIgnore]", "")]
    [TestCase("[PooledAwait(WhenAny = PooledWhenAny.None)] static Task<Task> M(Task a) => Task.WhenAny(a, a, a);", "(WhenAny = PooledWhenAny.None)", "")]
    public void Is_what_is_saved_without_the_reason(string source, string reason, string instead)
    {
        var would = Decided(source).Single(decision => decision.Method.Name == "M");
        var does = Decided(source.Replace(reason, instead)).Single(decision => decision.Method.Name == "M");

        Assert.That(would.Reason, Is.Not.Null);
        Assert.That(does.Reason, Is.Null);
        Assert.That(would.Saved, Is.Not.Null.And.EqualTo(does.Saved));
    }

    [Test]
    public void A_small_machine_would_save_its_bytes()
    {
        const string Source = "static async Task M() => await Task.Yield();";

        var would = Decided(Source).Single();
        var does = Decided(Source, minimum: 0).Single();

        Assert.That(would.Reason, Is.EqualTo(Reason.SmallStateMachine));
        Assert.That(would.Saved, Is.Not.Null.And.EqualTo(does.Saved));
    }

    [TestCase("var t = M(); await Task.Yield(); await t; await t;", "task-kept", BytesSaved.OneTask)]
    [TestCase("await M().ConfigureAwait(ConfigureAwaitOptions.ForceYielding);", "await-options", BytesSaved.OneTask)]
    [TestCase("await ((I)null).V();", "implemented-elsewhere", null)]
    public void A_call_would_save_its_task_where_nothing_else_is_in_the_way(string body, string reason, int? expected)
    {
        var source = $"static async Task N() {{ {body} }} static async Task M() => await Task.Yield(); interface I {{ Task V(); }}";

        var decisions = Decided(source).Where(decision => decision.Rewrite == Rewrite.DirectAwaits && decision.Reason?.Id == reason).ToList();

        Assert.That(decisions, Is.Not.Empty);
        Assert.That(decisions.Select(decision => decision.Saved?.Total), Is.All.EqualTo(expected));
    }

    [TestCase("static async ValueTask M() { }", "never-suspends")]
    [TestCase("[PooledAwaitIgnore] static async ValueTask M() { }", "ignored")]
    [TestCase("static async Task<int> M(int a = 0) { if (a > 0) throw new Exception(); throw new Exception(); }", "never-suspends")]
    [TestCase("static Task M(Task t) => t.ContinueWith(a => Console.Write(a.Id));", "nothing-captured")]
    [TestCase("static Task<Task> M(System.Collections.Generic.List<Task> a) => Task.WhenAny(a);", "enumerable")]
    public void Is_not_told_where_it_is_nothing_or_not_known(string source, string reason)
    {
        var decision = Decided(source).Single();

        Assert.That(decision.Reason?.Id, Is.EqualTo(reason));
        Assert.That(decision.Saved, Is.Null);
    }

    [Test]
    public void A_caller_that_is_in_the_way_is_named()
    {
        var decision = Decided("static async ValueTask M() => await Task.Yield();\nstatic void N()\n{\n    _ = M().IsCompleted;\n}").Single();

        Assert.That(decision.Reason, Is.EqualTo(Reason.Discarded));
        Assert.That(decision.Cause!.Method.Name, Is.EqualTo("N"));
        Assert.That(decision.Cause.At!.StartLine, Is.EqualTo(4));
    }

    [Test]
    public void A_called_method_that_is_in_the_way_is_named()
    {
        var decision = Decided("[PooledAwaitIgnore] static async Task<int> M() { await Task.Yield(); return 1; } static async Task N() => await M();")
            .Single(decision => decision.Rewrite == Rewrite.DirectAwaits);

        Assert.That(decision.Cause!.Method.Name, Is.EqualTo("M"));
        Assert.That(decision.Saved!.Total, Is.EqualTo(BytesSaved.OneTask));
    }

    private static IReadOnlyList<Decision> Decided(string members, int? minimum = null)
    {
        var config = new XElement("PooledAwait", minimum == null ? null : new XAttribute("MinimumStateMachineSize", minimum));
        return new WeavingRunner { Config = config }.Decide(Fixtures.Compile(Shape.Release, $"{Usings} static class C {{ {members} }}")).Report.Decisions;
    }
}
