namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>An overload of <c>Task.Delay</c> or <c>WaitAsync</c>, as one call names it.</summary>
/// <param name="Called">The called method.</param>
internal sealed record TimedOverload(MethodReference Called)
{
    /// <summary>Whether it is <c>WaitAsync</c>, which is called on a task; otherwise it is <c>Delay</c>.</summary>
    public bool IsWaitAsync => Called.HasThis;

    /// <summary>The type of the task's result, as the caller names it; null if it has none.</summary>
    public TypeReference? Result => TaskType.ResultOf(Called.DeclaringType);

    /// <summary>Whether one of the arguments is a <c>TimeProvider</c>. Whether that is the system's is known only at run time.</summary>
    public bool HasProvider => Called.Parameters.Any(parameter => parameter.ParameterType.FullName == "System.TimeProvider");

    /// <summary>Whether it waits for a time. <c>WaitAsync</c> may wait for a token only.</summary>
    public bool HasTime => Called.Parameters[0].ParameterType.Name != "CancellationToken";

    /// <summary>The types of the parameters.</summary>
    public IEnumerable<TypeReference> Parameters => Called.Parameters.Select(parameter => parameter.ParameterType);

    /// <returns>Null if the method is neither the base library's <c>Delay</c> nor its <c>WaitAsync</c>.</returns>
    public static TimedOverload? Of(MethodReference method) =>
        TaskType.IsStaticMember(method, "Delay") || method is { Name: "WaitAsync", HasThis: true } && TaskType.Is(method.DeclaringType) ? new TimedOverload(method) : null;
}
