namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>A call of a method that is in the program and returns a task. The caller awaits the task.</summary>
/// <param name="Caller">The method that contains the call.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Callee">The method to which the call refers. A call that is not virtual certainly reaches this method.</param>
/// <param name="Await">The await of the task.</param>
internal sealed record TaskCall(MethodDefinition Caller, Instruction Call, MethodDefinition Callee, AwaitedResult Await)
{
    /// <summary>The variable that keeps the task until it is awaited; null if no variable keeps the task.</summary>
    public KeptTask? Kept { get; init; }

    /// <summary>This call and the calls that share its await; null if the await is not shared.</summary>
    public JoinedTask? Joined { get; init; }

    /// <summary>This call and the calls that must change together with it. Either all of these calls change, or no call does.</summary>
    public IReadOnlyList<Instruction> Together => Kept?.Calls ?? Joined?.Calls ?? [Call];

    /// <summary>
    /// Whether other code may run between the call and the await. If so, and if the called method may return null, the call must not change. For null, the
    /// await must throw, but a twin would throw earlier, at the call.
    /// </summary>
    public bool IsLater => Kept?.AtOnce.Contains(Call) == false || Joined != null || IsOnStack;

    /// <summary>Whether other code runs between the call and the await while the task is on the stack.</summary>
    public bool IsOnStack { get; init; }

    /// <summary>The dispatch method that replaces a virtual call; null if the call certainly reaches <see cref="Callee"/>.</summary>
    public Dispatch? Dispatch { get; init; }

    /// <summary>The type of the task's result, as the caller refers to it; null if the task has no result.</summary>
    public TypeReference? Result => Await.Result;
}
