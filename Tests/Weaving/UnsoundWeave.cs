using PooledAwait.Inspect.Weaving;

namespace Tests.Weaving;

/// <summary>
/// What the weaver's check of its own work finds, it leaves alone, and the program runs: so that tests of what is woven notice it, the warning of it fails them.
/// </summary>
internal static class UnsoundWeave
{
    /// <param name="messages">What a weaver said.</param>
    /// <exception cref="InvalidOperationException">Some method stays as the compiler made it, because its woven code is not sound.</exception>
    public static void Refuse(IEnumerable<WeaverMessage> messages)
    {
        var found = Of(messages);
        if (found.Count > 0)
        {
            throw new InvalidOperationException(string.Join("\n", found));
        }
    }

    /// <summary>The warnings of it.</summary>
    public static IReadOnlyList<string> Of(IEnumerable<WeaverMessage> messages) => [.. messages.Select(message => message.Text).Where(text => text.Contains("PA008: ", StringComparison.Ordinal))];
}
