using Mono.Cecil;
using PooledAwait.Fody.Report;
using Tests.Fuzzing.Hierarchies.Generating;
using Tests.Fuzzing.Running;

namespace Tests.Fuzzing.Hierarchies.Running;

/// <summary>Programs that were compiled, woven and run together.</summary>
/// <param name="Failures">The failure of each program, in the programs' order; null if nothing is wrong.</param>
/// <param name="Decisions">The weaver's decisions, in all builds.</param>
/// <param name="Lines">The number of lines in the traces of all programs.</param>
/// <param name="Unsound">The findings of the weaver's check in woven code. There must be no findings.</param>
internal sealed record HierarchyBatch(IReadOnlyList<Failure?> Failures, IReadOnlyList<Decision> Decisions, long Lines, IReadOnlyList<string> Unsound)
{
    /// <param name="programs">The programs.</param>
    /// <param name="fault">A function that damages the woven module, to test that the damage is found; null for no damage.</param>
    public static HierarchyBatch Run(IReadOnlyList<HierarchyProgram> programs, Action<ModuleDefinition>? fault = null)
    {
        using var folder = new TemporaryFolder();
        var names = programs.Select((program, index) => (Name: $"P{index}", Program: program)).ToList();
        var errors = HierarchyCompiler.Compile(names.ToDictionary(one => one.Name, one => one.Program), folder.FullName);
        var decisions = new List<Decision>();
        var unsound = new List<string>();
        foreach (var build in WovenBuild.All.Where(build => build.Weave != Weave.None))
        {
            var woven = HierarchyWeaving.Weave(folder.FullName, build, fault);
            decisions.AddRange(woven.Decisions);
            unsound.AddRange(woven.Unsound);
        }

        var verdicts = HierarchyProcess.Run(folder.FullName, [.. names.Select(one => one.Name).Where(name => !errors.ContainsKey(name))]);
        return new HierarchyBatch([.. names.Select(one => Judge(one.Name))], decisions, verdicts.Values.Sum(verdict => (long)verdict.Lines), unsound);

        Failure? Judge(string name) =>
            errors.TryGetValue(name, out var error) ? new Failure(FailureKind.NoCSharp, error)
            : verdicts[name].Difference is { } difference ? new Failure(FailureKind.Trace, difference)
            : null;
    }
}
