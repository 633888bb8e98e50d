namespace Benchmarks.Charts;

/// <summary>
/// The figures that https://github.com/dotnet/runtime/pull/127216 published for <c>Perf_WhenAny</c>. That pull request specialised WhenAny in
/// the base library, and was closed without a merge.
/// </summary>
internal sealed record PullRequest(string Label, string Work, int Bytes, string TimeRatio)
{
    public const string Name = "dotnet/runtime #127216";

    public static IReadOnlyList<PullRequest> Rows { get; } =
    [
        new("AllCompleted, 3 tasks", "AllCompleted, an array of 3", 72, "0.24"),
        new("AllCompleted, 4 tasks", "AllCompleted, an array of 4", 72, "0.23"),
        new("AllPendingThenComplete, 3 tasks", "AllPendingThenComplete, an array of 3", 544, "0.89"),
        new("AllPendingThenComplete, 4 tasks", "AllPendingThenComplete, an array of 4", 696, "0.96"),
    ];
}
