namespace Tests.Interleaving;

/// <summary>What a check requires of each order. Does not use NUnit, which would remember the failures of a runtime with a planted fault.</summary>
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
