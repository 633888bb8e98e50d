using Mono.Cecil;
using PooledAwait.Fody.Report;
using Tests.Fuzzing.Generating;

namespace Tests.Fuzzing.Running;

/// <summary>Programs that were compiled, woven and run together.</summary>
/// <param name="Verdicts">One verdict for each program, in the programs' order.</param>
/// <param name="Decisions">The weaver's decisions in the Debug and the Release build.</param>
/// <param name="Shared">Faults in code that does not belong to a single program, such as code that the compiler generates once for an assembly.</param>
internal sealed record Batch(IReadOnlyList<Verdict> Verdicts, IReadOnlyList<Decision> Decisions, IReadOnlyList<Failure> Shared)
{
    /// <param name="programs">The programs; all have the same language version.</param>
    /// <param name="fault">A function that damages the woven module; null for no damage.</param>
    public static Batch Run(IReadOnlyList<FuzzProgram> programs, Action<ModuleDefinition>? fault = null)
    {
        var folder = Directory.CreateTempSubdirectory("PooledAwait.Fuzzing.").FullName;
        try
        {
            return Run(programs, fault, folder);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static Batch Run(IReadOnlyList<FuzzProgram> programs, Action<ModuleDefinition>? fault, string folder)
    {
        var names = programs.Select((program, index) => (Name: $"P{index}", Program: program)).ToList();
        var failures = Compiler.Compile(names.ToDictionary(p => p.Name, p => (p.Program.Render(p.Name), p.Program.FirstAwait)), programs[0].Language, folder)
            .ToDictionary(error => error.Key, error => new Failure(FailureKind.NoCSharp, error.Value));
        var compiled = names.Where(p => !failures.ContainsKey(p.Name)).ToList();
        var decisions = new List<Decision>();
        var shared = new List<Failure>();
        foreach (var optimised in new[] { false, true })
        {
            var (decided, findings) = Weaving.Weave(folder, optimised, fault);
            decisions.AddRange(decided);
            foreach (var finding in findings)
            {
                var failure = new Failure(FailureKind.Il, finding.ToString());
                if (compiled.Find(p => finding.Method.Contains($"{p.Name}.Program")) is { Program: not null } found)
                {
                    failures.TryAdd(found.Name, failure);
                }
                else
                {
                    shared.Add(failure);
                }
            }
        }

        var verdicts = RunningProcess.Run(folder, [.. compiled.Select(p => (p.Name, p.Program.IsOrdered))]).ToDictionary(verdict => verdict.Program);
        return new Batch([.. names.Select(p => Judge(p.Name))], decisions, shared);

        Verdict Judge(string name) => verdicts.GetValueOrDefault(name) is { } verdict
            ? verdict with { Failure = failures.GetValueOrDefault(name) ?? verdict.Failure ?? AllowedBytes.Judge(verdict, decisions) }
            : Verdict.Of(name, failures[name]);
    }
}
