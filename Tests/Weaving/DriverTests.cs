using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Weaving;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>The code that runs the rewrites must take the same steps for each rewrite, in the same order.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class DriverTests
{
    private const string Source = """
        public static class C
        {
            public static void Found() { }
            public static void Refused() { }
            public static void Unexpected() { }
            public static void Off() { }
            public static void Excluded() { }
        }
        """;

    private readonly List<string> _asked = [];

    [Test]
    public void Asks_the_scope_then_the_user_then_the_rewrite([Values] bool tellsSavings)
    {
        using var module = Module();
        _asked.Clear();
        Driver.Apply(new Rewriting(Woven(module, tellsSavings), _asked), new Change(_asked));
        string[] savings = tellsSavings ? ["save Off", "save Excluded"] : [];
        Assert.That(_asked, Is.EqualTo((string[])["recognise Found", "recognise Refused", "recognise Unexpected", .. savings, "change Found"]));
    }

    [Test]
    public void Reports_every_site_but_those_where_nobody_expects_a_change()
    {
        using var module = Module();
        var woven = Woven(module);
        Driver.Apply(new Rewriting(woven, _asked), new Change(_asked));
        Assert.That(
            woven.Report.Sorted().Select(entry => $"{entry.Name}: {entry.Decision.Reason?.Id ?? "changed"}"),
            Is.EqualTo((string[])["C.Excluded(): excluded", "C.Found(): changed", "C.Off(): switched-off", "C.Refused(): not-followed"]));
    }

    [Test]
    public void Names_the_rewrite_and_the_method_where_recognising_fails()
    {
        using var module = Module();
        var thrown = Assert.Throws<FailedStep>(() => Driver.Find(new Rewriting(Woven(module), _asked) { FailsAt = "Refused" }));
        Assert.That(thrown!.Method!.Name, Is.EqualTo("Refused"));
        Assert.That(thrown.Message, Does.StartWith("the rewrite WhenAny: ").And.Contain("InvalidOperationException: Refused"));
    }

    [Test]
    public void Names_the_rewrite_and_the_method_where_changing_fails()
    {
        using var module = Module();
        var thrown = Assert.Throws<FailedStep>(() => Driver.Apply(new Rewriting(Woven(module), _asked), new Change(_asked) { Fails = true }));
        Assert.That(thrown!.Method!.Name, Is.EqualTo("Found"));
        Assert.That(thrown.Message, Does.StartWith("the rewrite WhenAny: ").And.Contain("InvalidOperationException: Found"));
    }

    private static ModuleDefinition Module() => ModuleDefinition.ReadModule(new MemoryStream(Fixtures.Compile(Shape.Release, Source).Image));

    private static WovenModule Woven(ModuleDefinition module, bool tellsSavings = true)
    {
        var owners = new MethodOwners(module);
        var options = new WeaverOptions { Exclude = [new ScopePattern("C::Excluded")] };
        return new WovenModule(module, new MemberUses(module), new Scope(module, options, owners), new WeavingReport(module, owners) { ReportsSavings = tellsSavings }, module.Assembly);
    }

    /// <summary>A rewrite that decides about methods. The name of a method decides what happens to it.</summary>
    private sealed class Rewriting(WovenModule module, List<string> asked) : SiteRewrite<MethodDefinition, string>(module)
    {
        public string? FailsAt { get; init; }

        public override Rewrite Name => Rewrite.WhenAny;

        public override IEnumerable<MethodDefinition> Methods() => Module.Methods.Where(method => method.DeclaringType.Name == "C");

        public override IEnumerable<MethodDefinition> SitesIn(MethodDefinition method) => [method];

        public override Instruction? At(MethodDefinition site) => null;

        public override Reason? WhyOff(MethodDefinition site, MethodSettings settings) => site.Name == "Off" ? Reason.SwitchedOff : null;

        public override BytesSaved? WouldSave(MethodDefinition site, MethodSettings settings)
        {
            asked.Add($"save {site.Name}");
            return null;
        }

        public override Recognised<string>? Recognise(MethodDefinition site, MethodSettings settings)
        {
            asked.Add($"recognise {site.Name}");
            return site.Name == FailsAt ? throw new InvalidOperationException(site.Name)
                : site.Name == "Unexpected" ? (Recognised<string>?)null
                : site.Name == "Refused" ? Reason.NotFollowed
                : (Recognised<string>)site.Name;
        }

        public override IEnumerable<MethodDefinition> Bodies(MethodDefinition method, string found) => [method];

        public override string What(string found) => found;

        public override BytesSaved? Saved(string found) => null;
    }

    private sealed class Change(List<string> asked) : IChange<string>
    {
        public bool Fails { get; init; }

        public void Apply(MethodDefinition method, IReadOnlyList<string> found)
        {
            if (Fails)
            {
                throw new InvalidOperationException(method.Name);
            }

            found.ToList().ForEach(one => asked.Add($"change {one}"));
        }
    }
}
