using System.Diagnostics;
using Tests.Fuzzing.Generating;
using Tests.Fuzzing.Running;
using Tests.Fuzzing.Shrinking;

namespace Tests.Fuzzing;

/// <summary>The command <c>dotnet run -c Release --project Tests -- fuzz</c>.</summary>
internal static class FuzzCommand
{
    /// <summary>The largest number of failing programs to shrink. One defect usually makes many programs fail, so a few programs are enough.</summary>
    private const int Shrunk = 10;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    /// <param name="seed">The first seed.</param>
    /// <param name="count">The number of consecutive seeds.</param>
    /// <param name="minutes">The time after which no new seed is taken. If this is 0, the run takes <paramref name="count"/> seeds.</param>
    /// <param name="folder">The folder where shrunk programs are saved; null to write these programs to the output only.</param>
    /// <param name="output">Receives the results.</param>
    /// <returns>The number of failed programs, plus the number of failures that do not belong to a single program.</returns>
    public static int Run(int seed, int count, double minutes, string? folder, TextWriter output)
    {
        var clock = Stopwatch.StartNew();
        var shares = new Shares();
        var failed = new List<(FuzzProgram Program, Failure Failure)>();
        var shared = 0;
        var seeds = minutes > 0
            ? Enumerable.Range(seed, int.MaxValue - seed).TakeWhile(_ => clock.Elapsed.TotalMinutes < minutes)
            : Enumerable.Range(seed, count);
        FuzzRun.Run(seeds, Environment.ProcessorCount, (programs, batch) =>
        {
            shares.Add(batch);
            foreach (var (program, verdict) in programs.Zip(batch.Verdicts))
            {
                if (verdict.Failure is { } failure)
                {
                    failed.Add((program, failure));
                    output.WriteLine($"Seed {program.Seed}: {failure}");
                }
            }

            foreach (var failure in batch.Shared)
            {
                shared++;
                output.WriteLine($"Seeds {string.Join(", ", programs.Select(program => program.Seed))} together: {failure}");
            }

            output.WriteLine($"{shares.Programs} programs, {failed.Count} failed, {clock.Elapsed.TotalSeconds:0} s");
            return true;
        });
        output.WriteLine(shares.ToString());
        foreach (var (program, failure) in failed.Where(f => f.Failure.Kind != FailureKind.NoCSharp).Take(Shrunk))
        {
            var (small, how) = Shrinker.Shrink(program, failure, s_patience);
            var text = Cases.Write(small);
            output.WriteLine($"Seed {program.Seed}: {how}\n{text}");
            if (folder != null)
            {
                File.WriteAllText(Path.Combine(Directory.CreateDirectory(folder).FullName, $"Seed{program.Seed}.cs"), text);
            }
        }

        return failed.Count + shared;
    }
}
