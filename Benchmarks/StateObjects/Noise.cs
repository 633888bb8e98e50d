namespace Benchmarks.StateObjects;

/// <summary>The tolerance for comparing woven code with hand-written code, which should be equally fast.</summary>
internal static class Noise
{
    /// <summary>The highest ratio of two times that chance alone may explain.</summary>
    public const double Most = 1.05;
}
