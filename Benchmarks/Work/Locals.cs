namespace Work;

/// <summary>Task methods that keep different numbers of locals across their await.</summary>
public static class Locals
{
    private static long s_seed;

    /// <summary>Sets the value from which all locals are computed, so that the compiler does not know their values.</summary>
    public static void Seed(long seed) => s_seed = seed;

    /// <summary>Keeps only the awaiter.</summary>
    public static async Task<int> NoneAsync(ValueTask<int> received)
    {
        var count = await received;
        return count;
    }

    /// <summary>Keeps one long local.</summary>
    public static async Task<int> OneAsync(ValueTask<int> received)
    {
        var n1 = s_seed + 1;
        var count = await received;
        return (int)(count + n1);
    }

    /// <summary>Keeps two long locals.</summary>
    public static async Task<int> TwoAsync(ValueTask<int> received)
    {
        long n1 = s_seed + 1, n2 = s_seed + 2;
        var count = await received;
        return (int)(count + n1 + n2);
    }

    /// <summary>Keeps four long locals.</summary>
    public static async Task<int> FourAsync(ValueTask<int> received)
    {
        long n1 = s_seed + 1, n2 = s_seed + 2, n3 = s_seed + 3, n4 = s_seed + 4;
        var count = await received;
        return (int)(count + n1 + n2 + n3 + n4);
    }

    /// <summary>Keeps twelve long locals.</summary>
    public static async Task<int> TwelveAsync(ValueTask<int> received)
    {
        long n1 = s_seed + 1, n2 = s_seed + 2, n3 = s_seed + 3, n4 = s_seed + 4;
        long n5 = s_seed + 5, n6 = s_seed + 6, n7 = s_seed + 7, n8 = s_seed + 8;
        long n9 = s_seed + 9, n10 = s_seed + 10, n11 = s_seed + 11, n12 = s_seed + 12;
        var count = await received;
        return (int)(count + n1 + n2 + n3 + n4 + n5 + n6 + n7 + n8 + n9 + n10 + n11 + n12);
    }

    /// <summary>Keeps twenty-eight long locals.</summary>
    public static async Task<int> TwentyEightAsync(ValueTask<int> received)
    {
        long n1 = s_seed + 1, n2 = s_seed + 2, n3 = s_seed + 3, n4 = s_seed + 4;
        long n5 = s_seed + 5, n6 = s_seed + 6, n7 = s_seed + 7, n8 = s_seed + 8;
        long n9 = s_seed + 9, n10 = s_seed + 10, n11 = s_seed + 11, n12 = s_seed + 12;
        long n13 = s_seed + 13, n14 = s_seed + 14, n15 = s_seed + 15, n16 = s_seed + 16;
        long n17 = s_seed + 17, n18 = s_seed + 18, n19 = s_seed + 19, n20 = s_seed + 20;
        long n21 = s_seed + 21, n22 = s_seed + 22, n23 = s_seed + 23, n24 = s_seed + 24;
        long n25 = s_seed + 25, n26 = s_seed + 26, n27 = s_seed + 27, n28 = s_seed + 28;
        var count = await received;
        return (int)(count + n1 + n2 + n3 + n4 + n5 + n6 + n7 + n8 + n9 + n10 + n11 + n12 + n13 + n14
            + n15 + n16 + n17 + n18 + n19 + n20 + n21 + n22 + n23 + n24 + n25 + n26 + n27 + n28);
    }
}
