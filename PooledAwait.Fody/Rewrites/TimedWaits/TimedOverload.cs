namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>An overload of <c>Task.Delay</c> or <c>WaitAsync</c>, as one call refers to it.</summary>
/// <param name="Called">The called method.</param>
internal sealed record TimedOverload(MethodReference Called)
{
    /// <summary>Whether the overload is <c>WaitAsync</c>, which is called on a task. Otherwise the overload is <c>Delay</c>.</summary>
    public bool IsWaitAsync => Called.HasThis;

    /// <summary>The type of the task's result, as the caller refers to it; null if the task has no result.</summary>
    public TypeReference? Result => TaskType.ResultOf(Called.DeclaringType);

    /// <summary>Whether one of the parameters is a <c>TimeProvider</c>. The weaver does not know whether the argument will be the system's provider.</summary>
    public bool HasProvider => Called.Parameters.Any(parameter => parameter.ParameterType.FullName == "System.TimeProvider");

    /// <summary>Whether the overload waits for a time. One overload of <c>WaitAsync</c> waits only for a cancellation token.</summary>
    public bool HasTime => Called.Parameters[0].ParameterType.Name != "CancellationToken";

    /// <summary>The types of the parameters.</summary>
    public IEnumerable<TypeReference> Parameters => Called.Parameters.Select(parameter => parameter.ParameterType);

    /// <returns>Null if the method is neither the base library's <c>Delay</c> nor its <c>WaitAsync</c>.</returns>
    public static TimedOverload? Of(MethodReference method) =>
        TaskType.IsStaticMember(method, "Delay") || method is { Name: "WaitAsync", HasThis: true } && TaskType.Is(method.DeclaringType) ? new TimedOverload(method) : null;
}
