namespace PooledAwait.Fody.IL;

/// <summary>
/// Recognises methods that the runtime itself suspends. These methods have no state machine. They pass what they await to <c>AsyncHelpers.Await</c>.
/// </summary>
internal static class RuntimeAsync
{
    private const string Awaiting = "System.Runtime.CompilerServices.AsyncHelpers";

    /// <summary>The flag of methods that the runtime suspends (MethodImplOptions.Async).</summary>
    private const int Flag = 0x2000;

    public static bool Is(MethodDefinition method) => ((int)method.ImplAttributes & Flag) != 0;

    /// <summary>
    /// Returns the type that the method's own code returns. If the runtime puts the returned value into a task, this is the task's result type. Otherwise, this
    /// is the declared return type.
    /// </summary>
    public static TypeReference ReturnTypeOf(MethodDefinition method) =>
        Is(method) && method.ReturnType.GetElementType() is { Namespace: "System.Threading.Tasks", Name: "Task" or "Task`1" or "ValueTask" or "ValueTask`1" }
            ? TaskType.ResultOf(TypeShape.Plain(method.ReturnType)) ?? method.Module.TypeSystem.Void
            : method.ReturnType;

    /// <summary>Returns whether a method is <c>AsyncHelpers.Await</c>, which takes a task or a ValueTask, configured or not, and returns its result.</summary>
    public static bool IsAwait(MethodReference method) =>
        method is { Name: "Await", HasThis: false, Parameters.Count: 1, DeclaringType.FullName: Awaiting } && BaseLibrary.Has(method.DeclaringType);
}
