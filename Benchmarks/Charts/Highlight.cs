namespace Benchmarks.Charts;

/// <summary>A row of the report that the charts show. The README's table shows some of these rows.</summary>
/// <param name="Code">The code that the row is about.</param>
/// <param name="Remark">The circumstances of the call.</param>
/// <param name="Category">The heading above the row in the report.</param>
/// <param name="Work">The first cell of the row.</param>
/// <param name="IsInReadme">Whether the README's table also shows the row.</param>
internal sealed record Highlight(string Code, string Remark, string Category, string Work, bool IsInReadme = true)
{
    public static Highlight AwaitedTask { get; } =
        new("await CountAsync()", "over Task.Yield", "DirectAwaits", "`await` of a `Task<int>` method that suspends", IsInReadme: false);

    public static Highlight PooledValueTask { get; } = new("async ValueTask<int>", "10 in flight", "Builders", "the same, 10 in flight", IsInReadme: false);

    public static Highlight AwaitedWhenAny { get; } = new("await WhenAny(a, b, c)", "one completed", "WhenAny", "`await` of 3 completed tasks");

    public static Highlight CapturingContinuation { get; } = new("ContinueWith", "one variable captured", "ContinueWith", "one reference");

    public static IReadOnlyList<Highlight> All { get; } =
    [
        AwaitedTask,
        new("await CountAsync()", "ten that complete at once", "DirectAwaits", "ten of them that complete at once", IsInReadme: false),
        new("async ValueTask<int>", "1 call in flight", "Builders", "`ValueTask<int>` over an IValueTaskSource, 1 in flight", IsInReadme: false),
        PooledValueTask,
        new("async ValueTask<int>", "10,000 in flight", "Builders", "the same, 10,000 in flight"),
        new("async Task<int>", "4 long locals", "Builders", "the same, 4 long locals"),
        new("async void", "suspending", "Builders", "`async void`"),
        AwaitedWhenAny,
        new("await WhenAny(work, Delay(..))", "the work (88 B) ends", "TimedWaits", "`await Task.WhenAny(work, Task.Delay(300))`, the work ends"),
        new("WhenAny(a, b, c)", "one completed", "WhenAny", "AllCompleted, 3 named in the call"),
        new("GetOrAdd", "one variable captured", "StateObjects", "`GetOrAdd`, one reference, the key is there"),
        new("CancellationToken.Register", "one variable captured", "StateObjects", "`Register`, one reference", IsInReadme: false),
        CapturingContinuation,
    ];

    public string Label => $"{Code}, {Remark}";

    public Figure? Bytes(ResultsFile results, string build) => results.Find(ResultsFile.Bytes, Category, Work, build);

    public Figure? Time(ResultsFile results, string build) => results.Find(ResultsFile.Times, Category, Work, $"{build}, ns");
}
