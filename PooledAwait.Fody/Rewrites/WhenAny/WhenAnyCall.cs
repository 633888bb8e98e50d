namespace PooledAwait.Fody.Rewrites.WhenAny;

/// <summary>A call of <c>Task.WhenAny</c> that can become a call of another method.</summary>
/// <param name="Caller">The method that contains the call.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Overload">The overload that it calls.</param>
/// <param name="Array">The array that need not be made; null if the tasks are passed as they are.</param>
/// <param name="Await">How its result is awaited; null if a task is needed.</param>
internal sealed record WhenAnyCall(MethodDefinition Caller, Instruction Call, WhenAnyOverload Overload, ArgumentArray? Array, AwaitedResult? Await)
{
    /// <summary>How many single tasks are on the stack before the call; null if the call takes an array or a span of them.</summary>
    public int? Tasks => Overload.Parameters == WhenAnyParameters.TwoTasks ? 2 : Array?.Count;
}
