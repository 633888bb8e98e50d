using System.Globalization;
using Benchmarks.Reporting;

namespace Benchmarks.Charts;

/// <summary>A row of the README's table that has a column for runtime-async. The row's figures come from the report's tables of call times.</summary>
/// <param name="Code">The code that the row is about.</param>
/// <param name="Remark">The circumstances of the call.</param>
/// <param name="Work">The first cell of the report's row that has the figures.</param>
/// <param name="IsValueTask">Whether the method returns a ValueTask. Only such a method can use the base library's pooling builder.</param>
internal sealed record AwaitedCall(string Code, string Remark, string Work, bool IsValueTask = false)
{
    private const string Section = "Calls that await others";

    // The report has one table for each runtime. Only this runtime has runtime-async.
    private const string Runtime = ".NET 11";

    private const string BytesColumn = "bytes: ";

    public static IReadOnlyList<AwaitedCall> All { get; } =
    [
        new("await CountAsync()", "suspending", "one awaited call that suspends"),
        new("await CountAsync()", "ten methods that await each other", "a chain of ten methods"),
        new("await CountAsync()", "ten that complete at once", "ten that complete at once"),
        new("async ValueTask<int>", "1 call in flight", "one `ValueTask<int>` in flight", IsValueTask: true),
        new("await WhenAny(a, b)", "one waits", "an awaited `WhenAny` of two, one of which waits"),
    ];

    /// <returns>The bytes and the time of a build; <see cref="Cells.None"/> if they were not measured.</returns>
    public string Cell(ResultsFile results, string build)
    {
        var row = results.Row(Section, Runtime, Work);
        var bytes = row.FirstOrDefault(cell => cell.Key.StartsWith(BytesColumn, StringComparison.Ordinal));
        if (bytes.Key is null || (build == Builds.Peer && !IsValueTask))
        {
            return Cells.None;
        }

        var builds = bytes.Key[BytesColumn.Length..].Split(", ");
        if (!builds.Contains(build))
        {
            return Cells.None;
        }

        var nanoseconds = Number(row[Builds.NotWoven].Split(' ')[0]) * (build == Builds.NotWoven ? 1 : Number(row[$"{build} : {Builds.NotWoven}"]));
        return $"{bytes.Value.Split(", ")[Array.IndexOf(builds, build)]} B, {Cells.Nanoseconds(nanoseconds)} ns";
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
