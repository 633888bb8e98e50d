namespace PooledAwait.Fody.Report;

/// <summary>Says of an assembly that was compiled with runtime-async what weaving can do for it. Otherwise its reader would see many methods left alone, each for the same reason.</summary>
internal static class RuntimeAsyncLine
{
    /// <param name="methods">How many of the assembly's methods the runtime itself suspends.</param>
    /// <returns>Null if there are none.</returns>
    public static string? Of(int methods) => methods == 0
        ? null
        : $"Compiled with runtime-async: the runtime itself suspends {methods} method{(methods == 1 ? "" : "s")}, which the weaver cannot pool. " +
            "It weaves the calls that they await, their calls of WhenAny and ContinueWith, and async void methods.";
}
