using System.Globalization;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Diagnosers;

namespace Benchmarks.Reporting;

/// <summary>The machine, the measured code, the day and the rounds of a measurement.</summary>
/// <param name="Machine">The framework, the operating system, the processors, and the commit of the measured code.</param>
/// <param name="Rounds">The number of rounds.</param>
/// <param name="Day">The day, in UTC.</param>
internal sealed record Circumstances(string Machine, int Rounds, DateOnly Day)
{
    public static Circumstances Now(int rounds)
    {
        var platform = $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription.Trim()}, {RuntimeInformation.ProcessArchitecture}";
        return new(
            string.Create(CultureInfo.InvariantCulture, $"{platform}, {Environment.ProcessorCount} processors{(SourceCommit.Short is { } commit ? $"; commit {commit}" : "")}"),
            rounds,
            DateOnly.FromDateTime(DateTime.UtcNow));
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"{Machine}; BenchmarkDotNet {typeof(MemoryDiagnoser).Assembly.GetName().Version!.ToString(3)}, {Rounds} rounds; {Day:yyyy-MM-dd}.");
}
