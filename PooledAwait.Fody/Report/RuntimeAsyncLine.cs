namespace PooledAwait.Fody.Report;

/// <summary>
/// Makes a sentence about what weaving can do for an assembly that was compiled with runtime-async. Without the sentence, the report would show only what
/// weaving cannot do.
/// </summary>
internal static class RuntimeAsyncLine
{
    /// <param name="methods">The number of the assembly's methods that the runtime itself suspends.</param>
    /// <returns>The sentence; null if there are no such methods.</returns>
    public static string? Of(int methods) => methods == 0
        ? null
        : $"Compiled with runtime-async. The runtime itself suspends {methods} method{(methods == 1 ? "" : "s")}, which the weaver cannot pool. " +
            "It weaves what they await, their calls that get a state object, and all methods that have a state machine, such as async void ones.";
}
