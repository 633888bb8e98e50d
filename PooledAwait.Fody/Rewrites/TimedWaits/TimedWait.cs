namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>A call of <c>Task.Delay</c> or <c>WaitAsync</c> that the rewrite can change.</summary>
/// <param name="Call">The call.</param>
/// <param name="Overload">The called overload.</param>
/// <param name="Await">The await of the call; null if a <c>WhenAny</c> gets the delay.</param>
/// <param name="Race">The <c>WhenAny</c> that gets the delay; null if the call is awaited.</param>
internal sealed record TimedWait(Instruction Call, TimedOverload Overload, AwaitedResult? Await, TimedRace? Race);

/// <summary>An awaited <c>Task.WhenAny</c> that gets a delay. Other code uses the delay only to compare it with the result of this call.</summary>
/// <param name="Call">The call of <c>WhenAny</c>.</param>
/// <param name="Overload">The called overload.</param>
/// <param name="Array">The array or the buffer that the change removes; null if the original call takes two tasks as separate arguments.</param>
/// <param name="Await">The await of the call.</param>
internal sealed record TimedRace(Instruction Call, WhenAnyOverload Overload, ArgumentArray? Array, AwaitedResult Await)
{
    /// <summary>The number of tasks. The new call takes each task as a separate argument.</summary>
    public int Tasks => Array?.Count ?? 2;

    /// <summary>The instruction that takes the winning task from the await.</summary>
    public Instruction Result => Await switch
    {
        AwaitedByMachine byMachine => byMachine.Suspension.GetResult,
        AwaitedByRuntime byRuntime => byRuntime.Await,
        _ => throw new InvalidOperationException($"{Call} is awaited in an unknown way."),
    };
}
