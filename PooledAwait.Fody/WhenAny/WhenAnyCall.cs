using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;

namespace PooledAwait.Fody.WhenAny;

/// <summary>A call of <c>Task.WhenAny</c> that can become a call of another method.</summary>
/// <param name="Caller">The method that it stands in.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Overload">What it calls.</param>
/// <param name="Array">The array that need not be made; null where the tasks are passed as they are.</param>
/// <param name="Await">How its result is awaited; null where a task is needed.</param>
internal sealed record WhenAnyCall(MethodDefinition Caller, Instruction Call, WhenAnyOverload Overload, ArgumentArray? Array, AwaitedResult? Await)
{
    /// <summary>How many single tasks are on the stack before the call; null where it is an array or a span of them.</summary>
    public int? Tasks => Overload.Parameters == WhenAnyParameters.TwoTasks ? 2 : Array?.Count;
}
