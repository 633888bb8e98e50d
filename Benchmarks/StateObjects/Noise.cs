namespace Benchmarks.StateObjects;

/// <summary>The tolerance for comparing woven code with code that is written by hand, which it should be as fast as.</summary>
internal static class Noise
{
    /// <summary>How much slower the same code may appear if it is measured twice.</summary>
    public const double Most = 1.05;
}
