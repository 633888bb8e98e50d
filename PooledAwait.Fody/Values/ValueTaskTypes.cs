namespace PooledAwait.Fody.Values;

/// <summary>The types between a call and its result, and what their members mean for the ValueTask that they stand for.</summary>
internal static class ValueTaskTypes
{
    private const string Tasks = "System.Threading.Tasks.";
    private const string CompilerServices = "System.Runtime.CompilerServices.";

    public static bool IsValueTask(TypeReference type) =>
        type.Name is "ValueTask" or "ValueTask`1" && type.GetElementType().FullName is Tasks + "ValueTask" or Tasks + "ValueTask`1";

    /// <summary>A ValueTask, or one of the structs around it that an await goes through.</summary>
    public static bool IsKnown(TypeReference type) =>
        type.Name.Contains("ValueTask") && (IsValueTask(type) || IsConfigured(type) || IsAwaiter(type));

    /// <summary>Members that consume what they are called on.</summary>
    public static bool Consumes(MethodReference method) =>
        method.Name is "GetAwaiter" or "ConfigureAwait" or "AsTask" or "Preserve" or "get_Result" or "GetResult" && IsKnown(method.DeclaringType);

    /// <summary>Members that only read the status.</summary>
    public static bool Asks(MethodReference method) =>
        method.Name is "get_IsCompleted" or "get_IsCompletedSuccessfully" or "get_IsFaulted" or "get_IsCanceled" && IsKnown(method.DeclaringType);

    /// <summary>The cast of a reference to a ValueTask into one to a ValueTask of another type.</summary>
    /// <remarks>It saves the task of one call, which every use of a Polly resilience pipeline makes.</remarks>
    public static bool Reinterprets(MethodReference method) =>
        method is GenericInstanceMethod { Name: "As", DeclaringType.FullName: CompilerServices + "Unsafe", GenericArguments: { Count: 2 } types } &&
        IsValueTask(types[0]) && types[0].GetElementType().FullName == types[1].GetElementType().FullName;

    /// <summary>Members by which a woven method uses what a twin returns, once: it awaits it, takes its result, or discards it.</summary>
    public static bool IsDirectAwait(MethodReference method) =>
        method is { Name: "GetAwaiter" or "Result" or RuntimeReference.Forget, DeclaringType: { Name: RuntimeReference.DirectTask } type } && RuntimeReference.Has(type);

    /// <summary>Members whose result stands for the same ValueTask, and must be followed too.</summary>
    public static bool Forwards(MethodReference method) => method.Name is "GetAwaiter" or "ConfigureAwait";

    private static bool IsConfigured(TypeReference type) => type.GetElementType().FullName is
        CompilerServices + "ConfiguredValueTaskAwaitable" or
        CompilerServices + "ConfiguredValueTaskAwaitable`1";

    public static bool IsAwaiter(TypeReference type) => type.GetElementType().FullName is
        CompilerServices + "ValueTaskAwaiter" or
        CompilerServices + "ValueTaskAwaiter`1" or
        CompilerServices + "ConfiguredValueTaskAwaitable/ConfiguredValueTaskAwaiter" or
        CompilerServices + "ConfiguredValueTaskAwaitable`1/ConfiguredValueTaskAwaiter";
}
