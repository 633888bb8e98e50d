using Microsoft.CodeAnalysis.CSharp;
using Mono.Cecil;
using Tests.Fuzzing.Generating;
using Tests.Fuzzing.Running;

namespace Tests.Fuzzing;

/// <summary>Runs the programs of many seeds.</summary>
internal static class FuzzRun
{
    /// <param name="seeds">Each a program; endless where it is the time that ends the run.</param>
    /// <param name="parallelism">How many batches at a time.</param>
    /// <param name="ended">Called with every batch and the programs in it, one at a time; answers whether to go on.</param>
    /// <param name="fault">Spoils what was woven; null for none.</param>
    /// <param name="batchSize">How many programs are compiled, woven and run together.</param>
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

    // One version of the language to a batch.
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
