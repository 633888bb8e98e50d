using Tests.Fuzzing.Hierarchies.Generating;
using Tests.Fuzzing.Hierarchies.Running;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>Runs the programs of many seeds.</summary>
internal static class HierarchyRun
{
    /// <summary>How many programs are compiled, woven and run together.</summary>
    private const int AtATime = 50;

    /// <param name="seeds">Each a program.</param>
    /// <param name="ended">Called with every batch and the programs in it, one at a time; answers whether to go on.</param>
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
