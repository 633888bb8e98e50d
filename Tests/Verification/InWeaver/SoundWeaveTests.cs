using System.Xml.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using NUnit.Framework;
using PooledAwait.Fody;
using PooledAwait.Fody.Driving;
using PooledAwait.Fody.Reasons;
using PooledAwait.Fody.Reporting;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Verification.InWeaver;

/// <summary>A rewrite that makes unsound code reaches no program: the method is left as it was, a warning tells of it, and the rest is woven.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class SoundWeaveTests
{
    private const string Source = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;

        public interface IReader { Task<int> ReadAsync(int n); }
        public sealed class Reader : IReader { public async Task<int> ReadAsync(int n) { await Task.Yield(); return n + 1; } }

        public static class C
        {
            public static async ValueTask<int> FirstAsync(int n) { await Task.Yield(); return n + 1; }
            public static async ValueTask<int> SecondAsync(int n) { await Task.Yield(); return n + 2; }
            public static async Task<int> CalledAsync(int n) { await Task.Yield(); return n + 3; }
            public static async Task<int> CallerAsync(int n) => await CalledAsync(n) + await CalledAsync(n + 1);
            public static async Task<int> VirtualAsync(int n) { IReader reader = new Reader(); return await reader.ReadAsync(n); }
            public static int Continued(int n) => Task.FromResult(n).ContinueWith(task => task.Result + n, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default).Result;
            public static int Call(Func<int> function) => function();
            public static int Own(int n) => Call(() => n);
            public static string All() =>
                $"{FirstAsync(1).AsTask().Result} {SecondAsync(1).AsTask().Result} {CallerAsync(1).Result} {VirtualAsync(1).Result} {Continued(1)} {Own(1)}";
        }
        """;

    private const string Expected = "2 3 9 2 2 1";

    private static readonly CompiledAssembly s_compiled = Fixtures.Compile(Shape.Release, Source);

    /// <summary>What is broken, by a part of its full name, and the methods that are left alone for it.</summary>
    private static IEnumerable<TestCaseData> Bodies =>
    [
        new TestCaseData("C/<FirstAsync>", new[] { "C.FirstAsync(int)" }).SetArgDisplayNames("a state machine"),
        new TestCaseData("> C::FirstAsync", new[] { "C.FirstAsync(int)" }).SetArgDisplayNames("a kick-off method"),
        new TestCaseData("C::<CalledAsync>Direct", new[] { "C.CalledAsync(int)" }).SetArgDisplayNames("a twin"),
        new TestCaseData("ReadAsync>Dispatch(", new[] { "C.VirtualAsync(int)" }).SetArgDisplayNames("a dispatch"),
        new TestCaseData("<>c__StateObject", new[] { "C.Continued(int)", "C.Own(int)" }).SetArgDisplayNames("a delegate's method"),
        new TestCaseData("<Continued>b__", new[] { "C.Continued(int)" }).SetArgDisplayNames("a lambda"),
    ];

    [Test]
    public void A_sound_weave_tells_nothing()
    {
        var (woven, report) = Weave(_ => { });
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(Run(woven), Is.EqualTo(Expected));
        Assert.That(report.Decisions.Count(decision => decision.Reason == null), Is.GreaterThan(6));
    }

    [TestCaseSource(nameof(Bodies))]
    public void What_is_not_sound_is_left_alone_and_the_rest_is_woven(string broken, string[] leftAlone)
    {
        var breaks = 0;
        var (woven, report) = Weave(modules =>
        {
            foreach (var method in Woven(modules).Where(method => method.FullName.Contains(broken, StringComparison.Ordinal)))
            {
                Break(method);
                breaks++;
            }
        });
        Assert.That(breaks, Is.GreaterThan(0), "nothing was broken");
        Assert.That(woven.Warnings, Has.All.StartWith("PooledAwait PA008: ").And.All.Contain("StackUnderflow"));
        Assert.That(woven.Warnings.Select(warning => warning.Split(' ')[2..4]).Select(words => string.Join(' ', words)), Is.EquivalentTo(leftAlone.Select(name => $"{name} stays")));
        Assert.That(report.Decisions.Where(decision => decision.Reason == Reason.Unsound).Select(decision => report.NameOf(decision.Method)), Is.SupersetOf(leftAlone));
        Assert.That(report.Decisions.Where(decision => decision.Reason == null).Select(decision => report.NameOf(decision.Method)), Does.Contain("C.SecondAsync(int)"));
        Assert.That(Run(woven), Is.EqualTo(Expected));
        Assert.That(IlCheck.Of(woven.Result).NewSince(IlCheck.Of(s_compiled)), Is.Empty);
    }

    /// <summary>The report tells it of the calls, since of the method itself nothing was to be changed.</summary>
    [Test]
    public void A_method_whose_second_one_is_not_sound_gets_none()
    {
        var (woven, report) = Weave(modules => Woven(modules).Where(method => method.Name == "<Call>State").ToList().ForEach(Break));
        Assert.That(woven.Warnings.Single(), Does.StartWith("PooledAwait PA008: C.Call(Func<int>) stays as the compiler made it"));
        Assert.That(report.Decisions.Where(decision => decision.Reason == Reason.Unsound).Select(decision => report.NameOf(decision.Method)), Is.EqualTo(["C.Own(int)"]));
        Assert.That(Run(woven), Is.EqualTo(Expected));
    }

    [Test]
    public void Without_an_end_the_assembly_stays_as_it_was()
    {
        // One method more each time, so that leaving single ones alone does not come to an end.
        var (woven, report) = Weave(modules => Break(Woven(modules).First()));
        Assert.That(woven.Warnings.Single(), Does.StartWith("PooledAwait PA008: AssemblyToProcess.dll stays as the compiler made it"));
        Assert.That(report.IsChanged, Is.False);
        Assert.That(report.Decisions.Select(decision => decision.Reason), Has.None.Null);
        Assert.That(woven.Result.Read().AssemblyReferences.Select(reference => reference.Name), Has.None.EqualTo("PooledAwait.Runtime"));
        Assert.That(Run(woven), Is.EqualTo(Expected));
    }

    [Test]
    public void It_is_an_error_where_the_user_asks_for_it()
    {
        var (woven, _) = Weave(BreakFirst, "Error", isError: true);
        Assert.That(woven.Output, Is.Null);
        Assert.That(woven.Errors.Single(), Does.StartWith("PooledAwait PA008: C.FirstAsync(int) stays as the compiler made it"));
    }

    [Test]
    public void Nothing_is_checked_where_the_user_says_so()
    {
        var (woven, report) = Weave(BreakFirst, "None");
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(report.Decisions.Select(decision => decision.Reason), Has.None.EqualTo(Reason.Unsound));
        Assert.That(IlCheck.Of(woven.Result).Findings.Select(finding => finding.Kind), Does.Contain(FindingKind.StackUnderflow));
    }

    [Test]
    public void The_warning_can_be_silenced()
    {
        var (woven, _) = Weave(BreakFirst, suppress: "PA008");
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(Run(woven), Is.EqualTo(Expected));
    }

    [Test]
    public void What_was_found_before_the_weave_changes_nothing()
    {
        // The machine writes its state into a field that only a constructor may write.
        List<MethodDefinition> added = [];
        var (woven, report) = Weave(modules => added.AddRange(modules.All.Single().Report.Before!.Added), prepare: module => module.GetType("C/<FirstAsync>d__0").Fields.Single(field => field.Name == "<>1__state").IsInitOnly = true);
        Assert.That(IlCheck.Of(woven.Result).Findings.Select(finding => finding.Kind), Does.Contain(FindingKind.InitOnly));
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(report.Decisions.Where(decision => decision.Reason == null).Select(decision => report.NameOf(decision.Method)), Does.Contain("C.FirstAsync(int)"));
        Assert.That(added, Is.Not.Empty);
        Assert.That(report.Before!.Added, Is.EqualTo(added), "woven twice");
        Assert.That(Without(woven, "C/<FirstAsync>d__0"), Is.EqualTo(Without(Weave(_ => { }).Woven, "C/<FirstAsync>d__0")));

        static IEnumerable<string> Without(Woven woven, string type)
        {
            using var module = woven.Result.Read();
            return [.. module.GetTypes().Where(one => one.FullName != type).SelectMany(one => one.Methods).Where(method => method.HasBody)
                .SelectMany(method => method.Body.Instructions.Select(instruction => $"{method.FullName} {instruction}"))];
        }
    }

    /// <summary>Code that no path reaches takes a value where there is none, before the weave: here in another method, there in the one that is broken in the same way.</summary>
    [TestCase("C", "SecondAsync")]
    [TestCase("C/<FirstAsync>d__0", "MoveNext")]
    public void What_was_found_before_in_one_place_passes_in_no_other(string type, string unsound)
    {
        var (woven, report) = Weave(
            modules =>
            {
                foreach (var method in Woven(modules).Where(method => method.FullName.Contains("C/<FirstAsync>", StringComparison.Ordinal)))
                {
                    Break(method);
                }
            },
            prepare: module =>
            {
                var code = module.GetType(type).Methods.Single(method => method.Name == unsound).Body.Instructions;
                code.Add(Instruction.Create(OpCodes.Pop));
                code.Add(Instruction.Create(OpCodes.Ldnull));
                code.Add(Instruction.Create(OpCodes.Throw));
            });
        Assert.That(woven.Warnings.Single(), Does.StartWith("PooledAwait PA008: C.FirstAsync(int) stays").And.Contain("nothing for pop to take"));
        Assert.That(report.Decisions.Where(decision => decision.Reason == null).Select(decision => report.NameOf(decision.Method)), Does.Contain("C.SecondAsync(int)"));
        Assert.That(Run(woven), Is.EqualTo(Expected));
    }

    [Test]
    public void A_body_that_was_not_sound_before_is_woven_as_it_would_be()
    {
        // Control falls into a handler, and out of it.
        var (woven, report) = Weave(_ => { }, prepare: module =>
        {
            var body = module.GetType("C").Methods.Single(method => method.Name == "SecondAsync").Body;
            for (var i = 0; i < 3; i++)
            {
                body.Instructions.Insert(0, Instruction.Create(OpCodes.Nop));
            }

            body.ExceptionHandlers.Add(new ExceptionHandler(ExceptionHandlerType.Fault)
            {
                TryStart = body.Instructions[0], TryEnd = body.Instructions[1], HandlerStart = body.Instructions[1], HandlerEnd = body.Instructions[2],
            });
        });
        Assert.That(woven.Warnings, Is.Empty);
        Assert.That(report.Decisions.Where(decision => decision.Reason == null).Select(decision => report.NameOf(decision.Method)), Does.Contain("C.SecondAsync(int)"));
    }

    [Test]
    public void Symbols_of_what_is_not_there_are_found()
    {
        var (woven, _) = Weave(modules =>
        {
            foreach (var method in Woven(modules).Where(method => method.FullName.Contains("C/<FirstAsync>", StringComparison.Ordinal)))
            {
                foreach (var async in method.CustomDebugInformations.OfType<AsyncMethodBodyDebugInformation>())
                {
                    async.Yields[0] = new InstructionOffset(9_999);
                }
            }
        });
        Assert.That(woven.Warnings.Single(), Does.Contain("C.FirstAsync(int)").And.Contain("Symbols").And.Contain("an await"));
        Assert.That(Run(woven), Is.EqualTo(Expected));
    }

    [TestCase(true, "the report has a change")]
    [TestCase(false, "the report has no change")]
    public void A_report_that_says_something_else_is_found(bool tells, string text)
    {
        var attempts = 0;
        var (woven, _) = Weave(modules =>
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
        Assert.That(Run(woven), Is.EqualTo(Expected));
    }

    private static void BreakFirst(WovenModules modules)
    {
        foreach (var method in Woven(modules).Where(method => method.FullName.Contains("C/<FirstAsync>", StringComparison.Ordinal)))
        {
            Break(method);
        }
    }

    private static IEnumerable<MethodDefinition> Woven(WovenModules modules) =>
        modules.All.SelectMany(module => module.Report.Before == null
            ? module.Methods.Where(method => method.HasBody && method.DeclaringType.Fields.Any(field => field.FieldType.Namespace == "PooledAwait.Runtime"))
            : [.. module.Report.Before.Changed, .. module.Report.Before.Added]).ToList();

    /// <summary>Takes a value from the stack before anything is on it.</summary>
    private static void Break(MethodDefinition method) => method.Body.Instructions.Insert(0, Instruction.Create(OpCodes.Pop));

    private static (Woven Woven, WeavingReport Report) Weave(
        Action<WovenModules> afterRewrites, string verify = "Warn", string suppress = "", Action<ModuleDefinition>? prepare = null, bool isError = false)
    {
        ModuleWeaver? weaver = null;
        var woven = new WeavingRunner
        {
            Config = new XElement("PooledAwait", new XAttribute("Verify", verify), new XAttribute("MinimumStateMachineSize", 0), suppress.Length == 0 ? null : new XAttribute("Suppress", suppress)),
            Weaver = () => weaver = new ModuleWeaver { AfterRewrites = afterRewrites },
            Prepare = prepare,
        }.Weave(s_compiled);
        Assert.That(woven.Output == null, Is.EqualTo(isError), string.Join("\n", woven.Errors));
        return (woven, weaver!.Report!);
    }

    private static string Run(Woven woven) => (string)new LoadedAssembly(woven.Result).Assembly.GetType("C")!.GetMethod("All")!.Invoke(null, null)!;
}
