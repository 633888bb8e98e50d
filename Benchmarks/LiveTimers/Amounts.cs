namespace Benchmarks.LiveTimers;

/// <summary>How often and how long the program makes calls, and how long the program is observed.</summary>
/// <param name="CallsPerSecond">The calls that start in each second. Each call's work ends within milliseconds.</param>
/// <param name="Timeout">The time that each call allows its work.</param>
/// <param name="Calling">How long the program makes calls.</param>
/// <param name="Idle">How long the program is observed after it has stopped making calls.</param>
internal sealed record Amounts(int CallsPerSecond, TimeSpan Timeout, TimeSpan Calling, TimeSpan Idle)
{
    /// <summary>The amounts for the committed image.</summary>
    public static Amounts OfImage { get; } = new(1_000, TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(12));
}
