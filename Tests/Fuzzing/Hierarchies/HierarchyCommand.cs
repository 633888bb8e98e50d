using System.Diagnostics;
using Tests.Fuzzing.Hierarchies.Generating;
using Tests.Fuzzing.Running;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>The command <c>dotnet run -c Release --project Tests -- hierarchies</c>.</summary>
internal static class HierarchyCommand
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(3);

    /// <param name="seed">The first seed.</param>
    /// <param name="count">The number of consecutive seeds.</param>
    /// <param name="shrunk">
    /// The largest number of failing programs to shrink. One defect usually makes many programs fail, so a few programs are enough.
    /// </param>
    /// <param name="output">Receives the results.</param>
    /// <returns>Whether all programs behave the same in all builds, and the weaver's check found nothing in woven code.</returns>
    public static bool Run(int seed, int count, int shrunk, TextWriter output)
    {
        var clock = Stopwatch.StartNew();
        var shares = new HierarchyShares();
        var failed = new List<HierarchyProgram>();
        var unsound = 0;
        HierarchyRun.Run(Enumerable.Range(seed, count), (programs, batch) =>
        {
            shares.Add(batch);
            foreach (var (program, failure) in programs.Zip(batch.Failures))
            {
                if (failure != null)
                {
                    output.WriteLine($"Seed {program.Seed}: {failure}");
                }

                if (failure?.Kind == FailureKind.Trace)
                {
                    failed.Add(program);
                }
            }

            foreach (var found in batch.Unsound)
            {
                unsound++;
                output.WriteLine($"Seeds {programs[0].Seed} to {programs[^1].Seed} together: {found}");
            }

            output.WriteLine($"{shares.Programs} programs, {shares.NoCSharp} more are no C#, {failed.Count} failed, {clock.Elapsed.TotalSeconds:0} s");
            return true;
        });
        output.WriteLine(shares.ToString());
        foreach (var program in failed.Take(shrunk))
        {
            output.WriteLine($"Made small:\n{HierarchyShrinker.Shrink(program, s_patience)}");
        }

        return failed.Count + unsound == 0;
    }
}
