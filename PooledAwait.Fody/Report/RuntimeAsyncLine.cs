namespace PooledAwait.Fody.Report;

/// <summary>Says what weaving can do for an assembly that was compiled with runtime-async. Otherwise its report would show only what it cannot do.</summary>
internal static class RuntimeAsyncLine
{
    /// <param name="methods">How many of the assembly's methods the runtime itself suspends.</param>
    /// <returns>Null if there are none.</returns>
    public static string? Of(int methods) => methods == 0
        ? null
        : $"Compiled with runtime-async. The runtime itself suspends {methods} method{(methods == 1 ? "" : "s")}, which the weaver cannot pool. " +
            "It weaves what they await, their calls that get a state object, and all methods that have a state machine, such as async void ones.";
}
