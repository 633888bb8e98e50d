using Tests.Fuzzing.Hierarchies.Generating;
using Tests.Fuzzing.Hierarchies.Running;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>Runs the programs of many seeds, in batches. The programs of a batch are compiled, woven and run together.</summary>
internal static class HierarchyRun
{
    /// <summary>The number of programs in a batch.</summary>
    private const int AtATime = 50;

    /// <param name="seeds">The seeds, one for each program.</param>
    /// <param name="ended">A function that gets the programs and the results of a finished batch, and returns whether to run more batches.</param>
    public static void Run(IEnumerable<int> seeds, Func<IReadOnlyList<HierarchyProgram>, HierarchyBatch, bool> ended)
    {
        foreach (var some in seeds.Chunk(AtATime))
        {
            IReadOnlyList<HierarchyProgram> programs = [.. some.Select(HierarchyGenerator.Generate)];
            if (!ended(programs, HierarchyBatch.Run(programs)))
            {
                return;
            }
        }
    }
}
