namespace Work.Continuations;

/// <summary>Chains of continuations, as measured by <i>TPL Performance Improvements in .NET 4.5</i>.</summary>
public static class Chain
{
    /// <summary>Builds a chain in which each task has one continuation.</summary>
    /// <returns>The last continuation.</returns>
    public static Task Linear(Task start, int links, StrongBox<int> total)
    {
        for (var i = 0; i < links; i++)
        {
            start = Capturing.One(start, total);
        }

        return start;
    }

    /// <inheritdoc cref="Linear"/>
    public static Task LinearByHand(Task start, int links, StrongBox<int> total)
    {
        for (var i = 0; i < links; i++)
        {
            start = Capturing.OneByHand(start, total);
        }

        return start;
    }

    /// <summary>Builds a chain in which each task has two continuations. The chain continues from the second continuation.</summary>
    /// <returns>The last continuation.</returns>
    public static Task Dual(Task start, int links, StrongBox<int> total, int[] amounts)
    {
        for (var i = 0; i < links; i++)
        {
            Capturing.Two(start, total, amounts);
            start = Capturing.One(start, total);
        }

        return start;
    }

    /// <inheritdoc cref="Dual"/>
    public static Task DualByHand(Task start, int links, StrongBox<int> total, int[] amounts)
    {
        for (var i = 0; i < links; i++)
        {
            Capturing.TwoByHand(start, total, amounts);
            start = Capturing.OneByHand(start, total);
        }

        return start;
    }
}
