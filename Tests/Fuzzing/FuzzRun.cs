using Microsoft.CodeAnalysis.CSharp;
using Mono.Cecil;
using Tests.Fuzzing.Generating;
using Tests.Fuzzing.Running;

namespace Tests.Fuzzing;

/// <summary>Runs the programs of many seeds, in batches. The programs of a batch are compiled, woven and run together.</summary>
internal static class FuzzRun
{
    /// <param name="seeds">The seeds, one for each program. A run with a time limit passes a sequence that ends at the limit.</param>
    /// <param name="parallelism">The number of batches that run at the same time.</param>
    /// <param name="ended">
    /// A function that gets the programs and the results of a finished batch, and returns whether to run more batches. It is called for one batch at a time.
    /// </param>
    /// <param name="fault">A function that damages the woven module; null for no damage.</param>
    /// <param name="batchSize">The number of programs in a batch.</param>
    public static void Run(
        IEnumerable<int> seeds,
        int parallelism,
        Func<IReadOnlyList<FuzzProgram>, Batch, bool> ended,
        Action<ModuleDefinition>? fault = null,
        int batchSize = 100)
    {
        var gate = new Lock();
        Parallel.ForEach(Batches(seeds, batchSize), new ParallelOptions { MaxDegreeOfParallelism = parallelism }, (programs, state) =>
        {
            if (state.IsStopped)
            {
                return;
            }

            var batch = Batch.Run(programs, fault);
            lock (gate)
            {
                if (!ended(programs, batch))
                {
                    state.Stop();
                }
            }
        });
    }

    // All programs of a batch have the same language version.
    private static IEnumerable<IReadOnlyList<FuzzProgram>> Batches(IEnumerable<int> seeds, int size)
    {
        var open = new Dictionary<LanguageVersion, List<FuzzProgram>>();
        foreach (var seed in seeds)
        {
            var program = ProgramGenerator.Generate(seed);
            if (!open.TryGetValue(program.Language, out var batch))
            {
                open.Add(program.Language, batch = []);
            }

            batch.Add(program);
            if (batch.Count == size)
            {
                open.Remove(program.Language);
                yield return batch;
            }
        }

        foreach (var batch in open.Values)
        {
            yield return batch;
        }
    }
}
