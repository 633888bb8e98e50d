using Microsoft.CodeAnalysis.CSharp;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Fuzzing.Generating;
using Tests.Fuzzing.Running;
using Tests.Fuzzing.Shrinking;

namespace Tests.Fuzzing;

/// <summary>
/// Each program is generated from a seed. After weaving, the program must behave the same as before. The command <c>dotnet run -c Release --project Tests --
/// fuzz</c> runs other seeds. The page docs/testing.md explains how to reproduce a failure.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class FuzzTests
{
    private static readonly int s_seeds = Extent.IsWhole ? 2_000 : 80;

    // The search for programs that can show a fault stops after this many seeds.
    private const int SeedsToPlantIn = 2_000;

    // This many programs are enough to find every planted fault. For most faults, the first batch of AtATime programs is enough.
    private const int SeedsOfFaults = 60;
    private const int AtATime = 12;

    private static readonly string[] s_rewrites =
    [
        "Builders, Task", "Builders, Task`1", "Builders, ValueTask", "Builders, ValueTask`1", "Builders, void",
        "StateObjects, ContinueWith, a variable", "StateObjects, ContinueWith, the delegate's object",
        "StateObjects, GetOrAdd, a variable", "StateObjects, GetOrAdd, the delegate's object", "StateObjects, AddOrUpdate, the delegate's object",
        "StateObjects, Register, a variable", "StateObjects, Register, the delegate's object",
        "StateObjects, StartNew, the delegate's object",
        "StateObjects, Twice, the delegate's object",
        "DirectAwaits, of a forwarder", "DirectAwaits, of a forwarder of a ValueTask", "DirectAwaits, of a forwarder with local functions",
        "DirectAwaits, of a local function", "DirectAwaits, of an async method", "DirectAwaits, of a virtual method",
        "TimedWaits, It is awaited without a task.",
        "TimedWaits, Its timer ends with the WhenAny of 2 tasks that gets it, which is awaited without a task.",
        "WhenAny, Its 2 tasks are passed without an array, and it is awaited without a task.",
        "WhenAny, Its 3 tasks are passed without an array, and it is awaited without a task.",
        "WhenAny, Its 3 tasks are passed without an array.",
        "WhenAny, Its 4 tasks are passed without an array, and it is awaited without a task.",
        "WhenAny, Its 4 tasks are passed without an array.",
        "WhenAny, Its array is passed as it was, and it is awaited without a task.",
        "WhenAny, Its array is passed as it was.",
        "WhenAny, Its span is passed as it was, and it is awaited without a task.",
        "WhenAny, Its span is passed as it was.",

        // Each of these reasons must occur at least once.
        "Builders, left alone, async-iterator", "Builders, left alone, given-a-task", "Builders, left alone, small-state-machine",
        "StateObjects, left alone, cached-in-closure", "StateObjects, left alone, captures-task", "StateObjects, left alone, different-objects",
        "StateObjects, left alone, nothing-captured",
        "DirectAwaits, left alone, await-options", "DirectAwaits, left alone, callee-keeps-task", "DirectAwaits, left alone, not-forwarded",
        "DirectAwaits, left alone, task-kept", "DirectAwaits, left alone, task-passed-on", "DirectAwaits, left alone, task-used-otherwise",
        "TimedWaits, left alone, await-options", "TimedWaits, left alone, delay-shared", "TimedWaits, left alone, task-kept",
        "WhenAny, left alone, enumerable", "WhenAny, left alone, other-number-of-tasks", "WhenAny, left alone, two-tasks",
    ];

    // Rare decisions, which only a whole run (see Extent) requires. In the few programs of a usual run, some of these decisions may be missing.
    private static readonly string[] s_rare =
    [
        "TimedWaits, Its timer ends with the WhenAny of 3 tasks that gets it, which is awaited without a task.",
        "TimedWaits, Its timer ends with the WhenAny of 4 tasks that gets it, which is awaited without a task.",
        "StateObjects, ContinueWith, nothing", "StateObjects, GetOrAdd, nothing", "StateObjects, GetOrAdd, several variables",
        "StateObjects, AddOrUpdate, a variable", "StateObjects, AddOrUpdate, several variables", "StateObjects, StartNew, a variable",
        "WhenAny, Its 2 tasks are passed as they were, and it is awaited without a task.",
        "Builders, left alone, consumed-twice", "Builders, left alone, passed-on", "Builders, left alone, stored",
    ];

    [Test]
    public void Programs_do_the_same_woven_and_not_woven_and_allocate_no_more()
    {
        var shares = new Shares();
        var failed = new List<string>();
        FuzzRun.Run(Enumerable.Range(0, s_seeds), Environment.ProcessorCount, (programs, batch) =>
        {
            shares.Add(batch);
            failed.AddRange(
                programs.Zip(batch.Verdicts).Where(p => p.Second.Failure != null).Select(p => $"Seed {p.First.Seed}: {p.Second.Failure}"));
            failed.AddRange(batch.Shared.Select(failure => $"Seeds {programs[0].Seed} to {programs[^1].Seed} together: {failure}"));
            return true;
        });
        TestContext.Out.WriteLine(shares);
        Assert.Multiple(() =>
        {
            Assert.That(failed, Is.Empty);
            Assert.That(shares.Programs, Is.EqualTo(s_seeds));

            // The programs must exercise the weaver. Otherwise a passing run would prove nothing.
            Assert.That(s_rewrites.Concat(Extent.IsWhole ? s_rare : []).Except(shares.Decisions.Keys), Is.Empty);
            Assert.That(shares.Measured, Is.GreaterThan(s_seeds * 3 / 4));
            Assert.That(shares.Lines, Is.GreaterThan(s_seeds * 50));
            Assert.That(shares.WovenBytes, Is.LessThan(shares.Bytes * 95 / 100));
        });
    }

    [TestCase(nameof(PlantedFaults.SwappedTasks), nameof(FailureKind.Trace))]
    [TestCase(nameof(PlantedFaults.DroppedContinuations), nameof(FailureKind.Trace))]
    [TestCase(nameof(PlantedFaults.AnotherBuilder), nameof(FailureKind.Trace))]
    [TestCase(nameof(PlantedFaults.MoreBytes), nameof(FailureKind.Bytes))]
    [TestCase(nameof(PlantedFaults.WrongType), nameof(FailureKind.Il))]
    public void A_wrong_rewrite_is_found(string fault, string kind)
    {
        var found = new List<string>();
        FuzzRun.Run(
            Enumerable.Range(0, SeedsToPlantIn).Where(seed => Shows(ProgramGenerator.Generate(seed), fault)).Take(SeedsOfFaults),
            parallelism: 1,
            (_, batch) =>
            {
                found.AddRange(batch.Verdicts.Where(verdict => verdict.Failure != null).Select(verdict => $"{verdict.Failure!.Kind}"));
                return !found.Contains(kind);
            },
            Planted(fault),
            AtATime);
        Assert.That(found, Does.Contain(kind));
    }

    [Test]
    public void Wrong_code_of_no_program_is_blamed_on_none()
    {
        var batch = Batch.Run([ProgramGenerator.Generate(1), ProgramGenerator.Generate(2)], PlantedFaults.SharedMethod);
        Assert.Multiple(() =>
        {
            Assert.That(batch.Verdicts.Select(verdict => verdict.Failure), Is.All.Null);
            Assert.That(batch.Shared.Select(failure => failure.Kind), Is.Not.Empty.And.All.EqualTo(FailureKind.Il));
        });
    }

    [Test]
    public void A_program_that_fails_is_made_small()
    {
        var fault = Planted(nameof(PlantedFaults.DroppedContinuations));
        var programs = Enumerable.Range(0, SeedsOfFaults)
            .Select(ProgramGenerator.Generate)
            .Where(program => program.Language == LanguageVersion.Latest)
            .ToList();
        var failed = programs.Zip(Batch.Run(programs, fault).Verdicts.Select(verdict => verdict.Failure))
            .Where(p => p.Second?.Kind == FailureKind.Trace).OrderBy(p => p.First.Members.Size).ToList();

        // A large program takes long to shrink, and the smallest failing program could hardly become smaller. So the test chooses a program of medium size.
        var (program, failure) = failed[failed.Count / 8];
        var (small, how) = Shrinker.Shrink(program, failure!, TimeSpan.FromMinutes(30), fault); // enough even on a busy machine
        TestContext.Out.WriteLine($"{how}\n{Cases.Write(small)}");
        Assert.Multiple(() =>
        {
            Assert.That(small.Members.Size, Is.LessThan(program.Members.Size / 4));
            Assert.That(small.Members.ToString(), Does.Match("ContinueWith|GetOrAdd|AddOrUpdate|Register|StartNew"));
            Assert.That(Batch.Run([small], fault).Verdicts[0].Failure?.Kind, Is.EqualTo(FailureKind.Trace));
            Assert.That(Batch.Run([small]).Verdicts[0].Failure, Is.Null);
        });
    }

    [Test]
    public void A_seed_stands_for_one_program()
    {
        var texts = Enumerable.Range(0, 50).Select(seed => Cases.Write(ProgramGenerator.Generate(seed))).ToList();
        Assert.That(Enumerable.Range(0, 50).Select(seed => Cases.Write(ProgramGenerator.Generate(seed))), Is.EqualTo(texts));
        Assert.That(texts, Is.Unique);
    }

    [Test]
    public void Every_fifth_program_suspends_first_in_each_async_body()
    {
        // The programs of all these seeds use the same version of C#.
        int[] seeds = [1, 2, 3, 5, 6, 7];
        var folder = Directory.CreateTempSubdirectory("PooledAwait.Fuzzing.").FullName;
        try
        {
            var programs = seeds.Select(ProgramGenerator.Generate).ToDictionary(program => $"P{program.Seed}");
            var errors = Compiler.Compile(programs.ToDictionary(p => p.Key, p => (p.Value.Render(p.Key), p.Value.FirstAwait)), LanguageVersion.Latest, folder);
            using var module = ModuleDefinition.ReadModule(new Build(IsOptimised: true, IsWoven: false).File(folder));
            var suspendingFirst = module.GetTypes().Where(type => type.Interfaces.Any(implemented => implemented.InterfaceType.Name == "IAsyncStateMachine"))
                .GroupBy(machine => machine.FullName.Split('.')[0], FirstCall)
                .Where(program => program.All(called => called == "get_CompletedTask"))
                .Select(program => program.Key);

            Assert.That(errors, Is.Empty);
            Assert.That(suspendingFirst, Is.EquivalentTo(["P1", "P6"]));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        // Returns the name of the first method that is called. Skips newobj, because a closure may be created before the call.
        static string FirstCall(TypeDefinition machine) => ((MethodReference)machine.Methods.Single(method => method.Name == "MoveNext").Body.Instructions
            .First(instruction => instruction.OpCode.Code is Code.Call or Code.Callvirt).Operand).Name;
    }

    [TestCaseSource(typeof(Cases), nameof(Cases.All))]
    public void What_failed_once_does_not_fail_again(string name) => Assert.That(Batch.Run([Cases.Read(name)]).Verdicts[0].Failure, Is.Null);

    // Decides whether a program's trace can show the fault. The trace shows which task won a WhenAny only if the order of events is compared.
    private static bool Shows(FuzzProgram program, string fault) =>
        fault != nameof(PlantedFaults.SwappedTasks) || (program.IsOrdered && program.Members.ToString().Contains("l.Winner("));

    private static Action<ModuleDefinition> Planted(string fault) =>
        typeof(PlantedFaults).GetMethod(fault)!.CreateDelegate<Action<ModuleDefinition>>();
}
