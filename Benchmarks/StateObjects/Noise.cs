namespace Benchmarks.StateObjects;

/// <summary>The tolerance for comparing woven code with hand-written code, which should be equally fast.</summary>
internal static class Noise
{
    /// <summary>The ratio of two times of the same code that may differ only by chance.</summary>
    public const double Most = 1.05;
}
