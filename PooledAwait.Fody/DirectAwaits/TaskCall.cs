using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>A call of a task method of the module, awaited where it stands, that reaches one method for certain.</summary>
/// <param name="Caller">The method that it stands in.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Callee">What it reaches.</param>
/// <param name="Await">How its task is awaited.</param>
internal sealed record TaskCall(MethodDefinition Caller, Instruction Call, MethodDefinition Callee, AwaitedResult Await)
{
    /// <summary>Its source line, where symbols tell it.</summary>
    public SequencePoint? At { get; init; }

    /// <summary>The type of the result as the caller names it; null where there is none.</summary>
    public TypeReference? Result => Await.Result;
}
