namespace PooledAwait.Fody.Values;

/// <summary>Recognises ValueTasks, and the types that stand for a ValueTask in an await. Decides what members of these types do with the ValueTask.</summary>
internal static class ValueTaskTypes
{
    private const string Tasks = "System.Threading.Tasks.";
    private const string CompilerServices = "System.Runtime.CompilerServices.";

    public static bool IsValueTask(TypeReference type) =>
        type.Name is "ValueTask" or "ValueTask`1" && type.GetElementType().FullName is Tasks + "ValueTask" or Tasks + "ValueTask`1";

    /// <summary>Returns whether a type is a ValueTask, or one of the awaitables and awaiters that an await of a ValueTask uses.</summary>
    public static bool IsKnown(TypeReference type) =>
        type.Name.Contains("ValueTask") && (IsValueTask(type) || IsConfigured(type) || IsAwaiter(type));

    /// <summary>Returns whether a member uses up the ValueTask, awaitable or awaiter on which it is called.</summary>
    public static bool Consumes(MethodReference method) =>
        method.Name is "GetAwaiter" or "ConfigureAwait" or "AsTask" or "Preserve" or "get_Result" or "GetResult" && IsKnown(method.DeclaringType);

    /// <summary>Returns whether a member only reads the status of the ValueTask.</summary>
    public static bool Asks(MethodReference method) =>
        method.Name is "get_IsCompleted" or "get_IsCompletedSuccessfully" or "get_IsFaulted" or "get_IsCanceled" && IsKnown(method.DeclaringType);

    /// <summary>Returns whether a method casts a reference to a ValueTask into a reference to a ValueTask of another type.</summary>
    /// <remarks>
    /// Every use of a Polly resilience pipeline casts a call's ValueTask in this way. Because the analysis follows the cast, the call needs no task.
    /// </remarks>
    public static bool Reinterprets(MethodReference method) =>
        method is GenericInstanceMethod { Name: "As", DeclaringType.FullName: CompilerServices + "Unsafe", GenericArguments: { Count: 2 } types } &&
        IsValueTask(types[0]) && types[0].GetElementType().FullName == types[1].GetElementType().FullName;

    /// <summary>
    /// Returns whether a method is a method of <c>DirectTask</c> that uses up a ValueTask: gets its awaiter, takes its result, or discards it. Only woven code
    /// calls these methods.
    /// </summary>
    public static bool IsDirectAwait(MethodReference method) =>
        method is { Name: "GetAwaiter" or "Result" or RuntimeReference.Forget, DeclaringType: { Name: RuntimeReference.DirectTask } type } && RuntimeReference.Has(type);

    /// <summary>Returns whether a member's result stands for the same ValueTask, so that the analysis must follow the result too.</summary>
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
