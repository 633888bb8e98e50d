namespace Tests.Interleaving;

/// <summary>What a check asks of each order. Not by NUnit, which would remember what fails of a runtime with a planted fault.</summary>
public static class Required
{
    /// <exception cref="InvalidOperationException">It does not hold.</exception>
    public static void That(bool holds, string what)
    {
        if (!holds)
        {
            throw new InvalidOperationException($"Not so: {what}.");
        }
    }
}
