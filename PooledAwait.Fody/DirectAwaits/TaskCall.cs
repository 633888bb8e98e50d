using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;
using PooledAwait.Fody.Twins;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>A call of a task method of the program, awaited where it stands.</summary>
/// <param name="Caller">The method that it stands in.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Callee">The method that it names, which it reaches for certain unless it is virtual.</param>
/// <param name="Await">How its task is awaited.</param>
internal sealed record TaskCall(MethodDefinition Caller, Instruction Call, MethodDefinition Callee, AwaitedResult Await)
{
    /// <summary>The variable that keeps the task, where it is awaited later; null where it is awaited where it stands.</summary>
    public KeptTask? Kept { get; init; }

    /// <summary>The others that may return the awaited task in its place; null where there are none.</summary>
    public JoinedTask? Joined { get; init; }

    /// <summary>The calls that must make no task either where this one makes none, and itself.</summary>
    public IReadOnlyList<Instruction> Together => Kept?.Calls ?? Joined?.Calls ?? [Call];

    /// <summary>Whether other code may run before the await, so that what is null would be seen too early.</summary>
    public bool IsLater => Kept?.AtOnce.Contains(Call) == false || Joined != null || IsOnStack;

    /// <summary>Whether other code runs between the call and the await while the task is on the stack.</summary>
    public bool IsOnStack { get; init; }

    /// <summary>Where the call is virtual: which types it may meet.</summary>
    public Dispatch? Dispatch { get; init; }

    /// <summary>The type of the result as the caller names it; null where there is none.</summary>
    public TypeReference? Result => Await.Result;
}
