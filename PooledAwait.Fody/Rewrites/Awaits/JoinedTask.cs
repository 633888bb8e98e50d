namespace PooledAwait.Fody.Rewrites;

/// <summary>A task that comes from one of several calls, as in <c>await (condition ? A() : B())</c>.</summary>
/// <param name="Calls">The calls. Only the await takes their tasks.</param>
/// <param name="Await">The await.</param>
internal sealed record JoinedTask(IReadOnlyList<Instruction> Calls, AwaitedByMachine Await);
