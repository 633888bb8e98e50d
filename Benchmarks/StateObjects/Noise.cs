namespace Benchmarks.StateObjects;

/// <summary>The tolerance for comparing woven code with hand-written code, which should be equally fast.</summary>
internal static class Noise
{
    /// <summary>If chance is the only reason why two times differ, their ratio is at most this number.</summary>
    public const double Most = 1.05;
}
