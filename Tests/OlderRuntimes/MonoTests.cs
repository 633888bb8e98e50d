using System.Runtime.InteropServices;
using Tests.Compilation;
using Tests.NewerRuntimes;

namespace Tests.OlderRuntimes;

/// <summary>
/// On Mono, code for netstandard2.0 does the same whether woven or not. Mono runs programs for .NET Framework on systems other than Windows. Its base library
/// has mostly the same sources as that of .NET Framework.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class MonoTests
{
    /// <summary>The scenarios that this test leaves out, each with the reason.</summary>
    private static readonly Dictionary<string, string> s_leftOut = new()
    {
        ["AssemblyToProcess.Valid.Chains Completed_from_within_each_other"] = NoEndOfStack,
        ["AssemblyToProcess.Valid.DirectAwaitBehaviour Deep"] = NoEndOfStack,
        ["AssemblyToProcess.Valid.ForgottenCalls That_fail"] = KeepsWhatStacksMayReferTo,
        ["AssemblyToProcess.Valid.StateObjectsOfUpdates Add_or_update_runs_the_one_that_it_needs"] = "It notes the sign of an object's hash code, which Mono draws by lot.",
        ["Tests.Builders.Conformance.Scenarios.MachinesOfEveryShape ConfigureAwaitOptions_mean_what_they_say"] = "netstandard2.0 has no such options.",
        ["Tests.Builders.Conformance.Scenarios.MachinesOfEveryShape Large_locals_and_results_pass_through"] = "Mono passes no structs of 32,000 bytes.",
        ["Tests.Builders.Conformance.Scenarios.NestingDeeply A_long_chain_of_callers_completes_without_overflowing_the_stack"] = NoEndOfStack,
        ["Tests.Builders.Conformance.Scenarios.NestingDeeply On_a_nearly_full_stack_nothing_runs_in_place"] = NoEndOfStack,
        ["Tests.Builders.Conformance.Scenarios.Unobserved A_failed_call_that_nobody_consumes_is_told_of"] = KeepsWhatStacksMayReferTo,
        ["Tests.Builders.Conformance.Scenarios.Unobserved A_failed_call_whose_task_nobody_looks_at_is_told_of"] = KeepsWhatStacksMayReferTo,
    };

    /// <summary>The scenarios whose woven and unwoven results differ, each with the reason.</summary>
    private static readonly Dictionary<string, string> s_differences = new()
    {
        ["AssemblyToProcess.Valid.Cancellation Keeps_token_and_exception"] = "AsTask is that of System.Threading.Tasks.Extensions, which cancels its task without token and exception: README, entry 8.",
        ["AssemblyToProcess.Valid.DirectAwaitForwarders Failing"] = "Mono's NullReferenceException has a full stop where code throws it, and none where the runtime does.",
        ["AssemblyToProcess.Valid.DirectAwaitVirtualBehaviour NullObjects"] = NothingIsHidden,
        ["AssemblyToProcess.Valid.DirectAwaitVirtualBehaviour NullTasks"] = NothingIsHidden,
        ["AssemblyToProcess.Valid.DirectAwaitVirtualBehaviour Stacks"] = NothingIsHidden,
        ["AssemblyToProcess.Valid.DirectAwaitVirtualBehaviour TypesAreInitialised"] = NothingIsHidden,
        ["Tests.Builders.Conformance.Scenarios.AwaitingWhereReturned An_exception_comes_as_itself_with_the_frames_of_both"] = NothingIsHidden,
        ["Tests.Builders.Conformance.Scenarios.ByHand Completing_twice_is_refused"] = "Mono's builders of ValueTasks let one complete twice whose task was not asked for; pooled ones do not.",
        ["Tests.Builders.Conformance.Scenarios.Failing A_stack_trace_shows_the_methods_and_none_of_the_machinery"] = NothingIsHidden,
        ["Tests.Builders.Conformance.Scenarios.Failing GetResult_adds_no_frame_to_a_stack_trace"] = NothingIsHidden,
        ["Tests.Builders.Conformance.Scenarios.Looking A_method_sees_no_frame_of_the_library_below_its_own"] = NothingIsHidden,
        ["Tests.Builders.Conformance.Scenarios.Looking What_a_call_resumes_sees_no_frame_of_the_library_below_its_own"] = NothingIsHidden,
    };

    /// <summary>The scenarios whose woven and unwoven results are the same, but are not the expected result.</summary>
    private static readonly string[] s_otherwise =
    [
        "Tests.Builders.Conformance.Scenarios.CompletingSynchronously Tasks_that_the_base_library_caches_are_the_cached_ones",
        "Tests.Builders.Conformance.Scenarios.Placing A_callback_sees_the_AsyncLocals_that_it_should",
    ];

    private const string Fixtures = "fixtures";

    private const string Conformance = "conformance";

    private const string NoEndOfStack = "Mono does not say that a stack is nearly full, and ends where it is.";

    private const string KeepsWhatStacksMayReferTo = "Mono's collector keeps what any word of a stack may refer to.";

    private const string NothingIsHidden = "Stack traces name methods that are marked StackTraceHidden, which .NET Framework does not know either: README, entries 6 and 8.";

    private IReadOnlyList<string> _lines = null!;
    private IReadOnlyList<Observation> _observed = null!;

    [OneTimeSetUp]
    public void Run()
    {
        var mono = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Select(folder => Path.Combine(folder, "mono")).FirstOrDefault(File.Exists);
        if (mono is null)
        {
            Assert.Ignore("There is no Mono here; on Debian, apt-get install mono-runtime.");
        }

        var images = Images.ToList();
        var all = images.SelectMany(Runs).ToList();
        Assert.That(s_leftOut.Keys, Is.SubsetOf(all.Select(run => run.Scenario)));
        var runs = all.Where(run => !s_leftOut.ContainsKey(run.Scenario)).ToList();
        using var folder = new TemporaryFolder();
        var program = folder.PathOf($"{ScenarioProgram.Name}.exe");
        File.WriteAllBytes(program, ScenarioProgram.Compile(images, runs, Shape.StandardRelease.Framework));
        foreach (var file in Files())
        {
            File.Copy(file, folder.PathOf(Path.GetFileName(file)));
        }

        var (exitCode, output) = ChildProcess.Run(mono!, folder.FullName, program);
        _lines = output.Split('\n', StringSplitOptions.TrimEntries);
        Assert.That(exitCode, Is.Zero, () => $"{_lines.LastOrDefault(line => line.StartsWith("run ", StringComparison.Ordinal))}\n{output[^Math.Min(output.Length, 3000)..]}");
        _observed = ScenarioProgram.Observed(_lines, runs);
    }

    [Test]
    public void It_runs_on_Mono() => Assert.That(_lines[0], Does.StartWith("Mono "));

    [Test]
    public void Scenarios_observe_woven_what_they_do_not_woven() => Assert.Multiple(() =>
    {
        Assert.That(_observed.Count(one => one.Run.Images.StartsWith(Fixtures, StringComparison.Ordinal)), Is.GreaterThan(200));
        Assert.That(_observed.Count(one => one.Run.Images.StartsWith(Conformance, StringComparison.Ordinal)), Is.GreaterThan(300));
        Assert.That(_observed.Where(one => one.IsDifferent && !s_differences.ContainsKey(one.Run.Scenario)).Select(one => one.Difference), Is.Empty);
    });

    [Test]
    public void They_do_what_they_are_expected_to_but_for_what_Mono_does_otherwise() =>
        Assert.That(_observed.Where(one => one.IsImpossible || one.HasViolation).Select(one => one.Run.Scenario).Distinct(), Is.EquivalentTo(s_otherwise));

    [Test]
    public void What_is_listed_as_a_difference_is_one() =>
        Assert.That(_observed.Where(one => one.IsDifferent).Select(one => one.Run.Scenario).Distinct().Intersect(s_differences.Keys), Is.EquivalentTo(s_differences.Keys));

    /// <summary>The fixtures and the conformance suite, in Release; with POOLEDAWAIT_WHOLE=1 also in Debug, with the same differences.</summary>
    private static IEnumerable<ScenarioImages> Images =>
        (Extent.IsWhole ? (Shape[])[Shape.StandardRelease, Shape.StandardDebug] : [Shape.StandardRelease]).SelectMany(shape => (ScenarioImages[])[OfFixtures(shape), OfConformance(shape)]);

    private static ScenarioImages OfFixtures(Shape shape) => ScenarioImages.Fixtures(shape) with { Name = $"{Fixtures}-{shape}" };

    private static ScenarioImages OfConformance(Shape shape) => ScenarioImages.ConformanceForStandard(shape.Optimised) with { Name = $"{Conformance}-{shape}" };

    private static IEnumerable<ScenarioRun> Runs(ScenarioImages images) =>
        images.Name.StartsWith(Fixtures, StringComparison.Ordinal) ? ScenarioRun.OfFixtures(images, Shape.StandardRelease) : ScenarioRun.OfConformance(images);

    /// <summary>
    /// Returns the files that the program loads: packages, and assemblies of the SDK that forward the types of netstandard to .NET Framework. (Debian installs
    /// such assemblies only together with all Mono tools.)
    /// </summary>
    private static IEnumerable<string> Files()
    {
        var root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        var forwarders = Directory.EnumerateDirectories(Path.Combine(root, "sdk")).Select(sdk => Path.Combine(sdk, "Microsoft", "Microsoft.NET.Build.Extensions", "net461", "lib")).Last(Directory.Exists);
        return References.Of(Shape.StandardRelease.Framework)
            .Where(file => Path.GetFileName(file) is "PooledAwait.Runtime.dll" or "Microsoft.Bcl.AsyncInterfaces.dll" or "System.Threading.Tasks.Extensions.dll" or "System.Runtime.CompilerServices.Unsafe.dll")
            .Select(file => file.Replace("/ref/", "/lib/")) // the assembly that runs, not the reference assembly for compilers
            .Concat(Directory.EnumerateFiles(forwarders));
    }
}
