namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>A call of a task method of the program, whose task the calling method awaits.</summary>
/// <param name="Caller">The method that contains the call.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Callee">The method that it names. The call certainly reaches this method unless it is virtual.</param>
/// <param name="Await">How its task is awaited.</param>
internal sealed record TaskCall(MethodDefinition Caller, Instruction Call, MethodDefinition Callee, AwaitedResult Await)
{
    /// <summary>The variable that keeps the task, if it is awaited later; null if it is awaited at the call.</summary>
    public KeptTask? Kept { get; init; }

    /// <summary>The other calls that may return the awaited task in its place; null if there are none.</summary>
    public JoinedTask? Joined { get; init; }

    /// <summary>This call, and the calls that must also make no task if this one makes none.</summary>
    public IReadOnlyList<Instruction> Together => Kept?.Calls ?? Joined?.Calls ?? [Call];

    /// <summary>Whether other code may run before the await, so that null would be noticed too early.</summary>
    public bool IsLater => Kept?.AtOnce.Contains(Call) == false || Joined != null || IsOnStack;

    /// <summary>Whether other code runs between the call and the await while the task is on the stack.</summary>
    public bool IsOnStack { get; init; }

    /// <summary>If the call is virtual: the types that it may reach.</summary>
    public Dispatch? Dispatch { get; init; }

    /// <summary>The type of the result as the caller names it; null if there is none.</summary>
    public TypeReference? Result => Await.Result;
}
