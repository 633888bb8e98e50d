using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Awaits;

/// <summary>A task that one of several calls returns, as <c>await (condition ? A() : B())</c> has it.</summary>
/// <param name="Calls">The calls, whose tasks nothing else takes.</param>
/// <param name="Await">The await.</param>
internal sealed record JoinedTask(IReadOnlyList<Instruction> Calls, AwaitedByMachine Await);
