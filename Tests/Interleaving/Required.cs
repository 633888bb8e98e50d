namespace Tests.Interleaving;

/// <summary>States what must hold in each order of steps. Does not use NUnit, which would remember the failures that a planted fault causes.</summary>
public static class Required
{
    /// <exception cref="InvalidOperationException">The condition does not hold.</exception>
    public static void That(bool holds, string what)
    {
        if (!holds)
        {
            throw new InvalidOperationException($"Not so: {what}.");
        }
    }
}
