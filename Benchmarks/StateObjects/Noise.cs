namespace Benchmarks.StateObjects;

/// <summary>Woven code is to be as fast as what is written by hand.</summary>
internal static class Noise
{
    /// <summary>How much slower the same code may come out where it is measured twice.</summary>
    public const double Most = 1.05;
}
