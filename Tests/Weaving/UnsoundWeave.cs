using PooledAwait.Inspect.Weaving;

namespace Tests.Weaving;

/// <summary>
/// Makes tests fail if the weaver's check finds a fault in woven code. Without this class, no test would notice such a fault, because the weaver leaves the
/// faulty method alone, and the program still runs.
/// </summary>
internal static class UnsoundWeave
{
    /// <param name="messages">The weaver's messages.</param>
    /// <exception cref="InvalidOperationException">The weaver left a method unchanged, because its woven code is not sound.</exception>
    public static void Refuse(IEnumerable<WeaverMessage> messages)
    {
        var found = Of(messages);
        if (found.Count > 0)
        {
            throw new InvalidOperationException(string.Join("\n", found));
        }
    }

    /// <summary>Returns the warnings about methods whose woven code is not sound.</summary>
    public static IReadOnlyList<string> Of(IEnumerable<WeaverMessage> messages) => [.. messages.Select(message => message.Text).Where(text => text.Contains("PA008: ", StringComparison.Ordinal))];
}
