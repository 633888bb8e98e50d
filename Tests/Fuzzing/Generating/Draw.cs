namespace Tests.Fuzzing.Generating;

/// <summary>
/// Random numbers that depend only on the seed, not on the version of .NET. The algorithm is SplitMix64 (Steele, Lea and Flood, <i>Fast Splittable Pseudorandom
/// Number Generators</i>, 2014).
/// </summary>
internal sealed class Draw(int seed)
{
    private ulong _state = unchecked((ulong)seed * 0x9E3779B97F4A7C15UL + 0xD1B54A32D192ED03UL);

    /// <summary>Draws a number that is at least 0 and less than the bound.</summary>
    public int Below(int bound) => (int)((Next() >> 33) % (ulong)bound);

    public bool OneIn(int number) => Below(number) == 0;

    public T Of<T>(params ReadOnlySpan<T> values) => values[Below(values.Length)];

    public T From<T>(IReadOnlyList<T> values) => values[Below(values.Count)];

    /// <summary>Draws one of several alternatives, calls its function, and returns the result.</summary>
    /// <param name="ways">The alternatives with their weights; a weight of 0 excludes an alternative.</param>
    public T Weighted<T>(params ReadOnlySpan<(int Weight, Func<T> Way)> ways)
    {
        var sum = 0;
        foreach (var (weight, _) in ways)
        {
            sum += weight;
        }

        var drawn = Below(sum);
        foreach (var (weight, way) in ways)
        {
            if (drawn < weight)
            {
                return way();
            }

            drawn -= weight;
        }

        throw new InvalidOperationException("The weights have changed.");
    }

    private ulong Next()
    {
        _state += 0x9E3779B97F4A7C15UL;
        var z = _state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9UL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBUL;
        return z ^ (z >> 31);
    }
}
