namespace PooledAwait.Fody.Rewrites.WhenAny;

/// <summary>A call of <c>Task.WhenAny</c> that can be replaced by a call of another method.</summary>
/// <param name="Caller">The method that contains the call.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Overload">The called overload.</param>
/// <param name="Array">The array that the change removes; null if the arguments stay as they are.</param>
/// <param name="Await">The await of the call's result; null if the call must return a task.</param>
internal sealed record WhenAnyCall(MethodDefinition Caller, Instruction Call, WhenAnyOverload Overload, ArgumentArray? Array, AwaitedResult? Await)
{
    /// <summary>The number of tasks that the new call takes as separate arguments; null if the new call takes an array or a span.</summary>
    public int? Tasks => Overload.Parameters == WhenAnyParameters.TwoTasks ? 2 : Array?.Count;
}
