using Mono.Cecil.Cil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Verification;
using PooledAwait.Fody.Weaving;

namespace Tests.Verification.InWeaver;

/// <summary>Shows that unsound code from a rewrite reaches no program. The weaver leaves the method unchanged, warns, and weaves all other methods.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class SoundWeaveTests
{
    /// <summary>The cases. Each case has a part of the full name of the methods to break, and the methods that the weaver then leaves alone.</summary>
    private static IEnumerable<TestCaseData> Bodies =>
    [
        new TestCaseData("C/<FirstAsync>", new[] { "C.FirstAsync(int)" }).SetArgDisplayNames("a state machine"),
        new TestCaseData("> C::FirstAsync", new[] { "C.FirstAsync(int)" }).SetArgDisplayNames("a kick-off method"),
        new TestCaseData("::<CalledAsync>Direct", new[] { "C.CalledAsync(int)" }).SetArgDisplayNames("a twin"),
        new TestCaseData("ReadAsync>Dispatch(", new[] { "C.VirtualAsync(int)" }).SetArgDisplayNames("a dispatch"),
        new TestCaseData("<>c__StateObject", new[] { "C.Continued(int)", "C.Own(int)" }).SetArgDisplayNames("a delegate's method"),
        new TestCaseData("<Continued>b__", new[] { "C.Continued(int)" }).SetArgDisplayNames("a lambda"),
    ];

    [Test]
    public void A_sound_weave_tells_nothing()
    {
        var (woven, report) = BrokenWeave.Weave(_ => { });
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
        Assert.That(report.Decisions.Count(decision => decision.Reason == null), Is.GreaterThan(6));
    }

    [TestCaseSource(nameof(Bodies))]
    public void What_is_not_sound_is_left_alone_and_the_rest_is_woven(string broken, string[] leftAlone)
    {
        var breaks = 0;
        var (woven, report) = BrokenWeave.Weave(modules =>
        {
            foreach (var method in BrokenWeave.WovenMethods(modules).Where(method => method.FullName.Contains(broken, StringComparison.Ordinal)))
            {
                BrokenWeave.Break(method);
                breaks++;
            }
        });
        Assert.That(breaks, Is.GreaterThan(0), "nothing was broken");
        Assert.That(woven.Warnings, Has.All.StartWith("PooledAwait PA008: ").And.All.Contain("StackUnderflow"));
        Assert.That(woven.Warnings.Select(warning => warning.Split(' ')[2..4]).Select(words => string.Join(' ', words)), Is.EquivalentTo(leftAlone.Select(name => $"{name} stays")));
        Assert.That(report.Decisions.Where(decision => decision.Reason == Reason.Unsound).Select(decision => report.NameOf(decision.Method)), Is.SupersetOf(leftAlone));
        Assert.That(report.Decisions.Where(decision => decision.Reason == null).Select(decision => report.NameOf(decision.Method)), Does.Contain("C.SecondAsync(int)"));
        Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
        Assert.That(WeaverCheck.Of(woven.Result).NewSince(WeaverCheck.Of(BrokenWeave.Compiled)), Is.Empty);
    }

    /// <summary>If a second method is unsound, the report has the reason at the calls of the original method. Only these calls would have changed.</summary>
    [Test]
    public void A_method_whose_second_one_is_not_sound_gets_none()
    {
        var (woven, report) = BrokenWeave.Weave(modules => BrokenWeave.WovenMethods(modules).Where(method => method.Name == "<Call>State").ToList().ForEach(BrokenWeave.Break));
        Assert.That(woven.Warnings.Single(), Does.StartWith("PooledAwait PA008: C.Call(Func<int>) stays as the compiler made it"));
        Assert.That(report.Decisions.Where(decision => decision.Reason == Reason.Unsound).Select(decision => report.NameOf(decision.Method)), Is.EqualTo(["C.Own(int)"]));
        Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
    }

    /// <summary>
    /// An exception in the weaver does not fail the build. The method that the weaver worked on stays unchanged, and the warning contains the exception.
    /// </summary>
    [TestCaseSource(nameof(Bodies))]
    public void What_the_weaver_fails_at_is_left_alone_and_the_rest_is_woven(string failing, string[] leftAlone)
    {
        var (woven, report) = BrokenWeave.Weave(modules =>
        {
            if (BrokenWeave.WovenMethods(modules).FirstOrDefault(method => method.FullName.Contains(failing, StringComparison.Ordinal)) is { } method)
            {
                WeaveStep.About("a step", method, () => throw new InvalidOperationException("planted"));
            }
        });
        Assert.That(woven.Warnings, Has.All.StartWith("PooledAwait PA008: ").And.All.Contain("the weaver failed at it (a step: System.InvalidOperationException: planted"));
        Assert.That(woven.Warnings.Select(warning => warning.Split(' ')[2..4]).Select(words => string.Join(' ', words)), Is.EquivalentTo(leftAlone.Select(name => $"{name} stays")));
        Assert.That(report.Decisions.Where(decision => decision.Reason == null).Select(decision => report.NameOf(decision.Method)), Does.Contain("C.SecondAsync(int)"));
        Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void An_exception_about_no_method_leaves_all_alone_if_what_was_can_be_restored(bool verifies)
    {
        var (woven, report) = BrokenWeave.Weave(_ => throw new InvalidOperationException("planted"), verifies ? "Warn" : "None", isError: !verifies);
        if (verifies)
        {
            Assert.That(woven.Warnings.Single(), Does.StartWith("PooledAwait PA008: AssemblyToProcess.dll stays as the compiler made it").And.Contain("planted"));
            Assert.That(report.IsChanged, Is.False);
            Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
        }
        else
        {
            Assert.That(woven.Errors.Single(), Does.StartWith("PooledAwait: Please report this: the weave: System.InvalidOperationException: planted"));
        }
    }

    [Test]
    public void Without_an_end_the_assembly_stays_as_it_was()
    {
        // In each attempt, the test breaks a method that the weaver still changes. So the weave never becomes sound by leaving out single methods.
        var (woven, report) = BrokenWeave.Weave(modules => BrokenWeave.Break(BrokenWeave.WovenMethods(modules).First()));
        Assert.That(woven.Warnings.Single(), Does.StartWith("PooledAwait PA008: AssemblyToProcess.dll stays as the compiler made it"));
        Assert.That(report.IsChanged, Is.False);
        Assert.That(report.Decisions.Select(decision => decision.Reason), Has.None.Null);
        Assert.That(woven.Result.Read().AssemblyReferences.Select(reference => reference.Name), Has.None.EqualTo("PooledAwait.Runtime"));
        Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
    }

    [Test]
    public void It_is_an_error_where_the_user_asks_for_it()
    {
        var (woven, _) = BrokenWeave.Weave(BrokenWeave.BreakFirst, "Error", isError: true);
        Assert.That(woven.Output, Is.Null);
        Assert.That(woven.Errors.Single(), Does.StartWith("PooledAwait PA008: C.FirstAsync(int) stays as the compiler made it"));
    }

    [Test]
    public void Nothing_is_checked_where_the_user_says_so()
    {
        var (woven, report) = BrokenWeave.Weave(BrokenWeave.BreakFirst, "None");
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(report.Decisions.Select(decision => decision.Reason), Has.None.EqualTo(Reason.Unsound));
        Assert.That(WeaverCheck.Of(woven.Result).Findings.Select(finding => finding.Kind), Does.Contain(FindingKind.StackUnderflow));
    }

    [Test]
    public void The_warning_can_be_silenced()
    {
        var (woven, _) = BrokenWeave.Weave(BrokenWeave.BreakFirst, suppress: "PA008");
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
    }

    [Test]
    public void Symbols_of_what_is_not_there_are_found()
    {
        var (woven, _) = BrokenWeave.Weave(modules =>
        {
            foreach (var method in BrokenWeave.WovenMethods(modules).Where(method => method.FullName.Contains("C/<FirstAsync>", StringComparison.Ordinal)))
            {
                foreach (var async in method.CustomDebugInformations.OfType<AsyncMethodBodyDebugInformation>())
                {
                    async.Yields[0] = new InstructionOffset(9_999);
                }
            }
        });
        Assert.That(woven.Warnings.Single(), Does.Contain("C.FirstAsync(int)").And.Contain("Symbols").And.Contain("an await"));
        Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
    }

    [TestCase(true, "the report has a change")]
    [TestCase(false, "the report has no change")]
    public void A_report_that_says_something_else_is_found(bool tells, string text)
    {
        var attempts = 0;
        var (woven, _) = BrokenWeave.Weave(modules =>
        {
            var module = modules.All.Single();
            var all = module.Methods.Single(method => method.Name == "All");
            if (attempts++ > 0)
            {
                return;
            }

            if (tells)
            {
                module.Report.Changed(Rewrite.WhenAny, all, "Nothing.");
            }
            else
            {
                module.Report.AboutToChange(all, [all]);
                all.Body.Instructions.Insert(0, Instruction.Create(OpCodes.Nop));
            }
        });
        Assert.That(attempts, Is.EqualTo(2));
        Assert.That(woven.Warnings, Has.Some.Contains("C.All()").And.Some.Contains(text));
        Assert.That(BrokenWeave.Run(woven), Is.EqualTo(BrokenWeave.Expected));
    }
}
