using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// A local variable in which an async method keeps tasks until it uses them. The variable holds only these tasks and null. Each task is used up at most once,
/// by an await or by a read of its result.
/// </summary>
/// <param name="Place">The variable, or the machine's field in which the compiler keeps the variable.</param>
/// <param name="Calls">The calls whose tasks are stored into the variable.</param>
/// <param name="Clears">The pairs of instructions that clear the variable: a load of null, and the store directly after the load.</param>
/// <param name="Accesses">All instructions that access the variable.</param>
/// <param name="Awaits">The loads that get a task for an await, each with that await.</param>
/// <param name="Reads">The other loads, each with the way in which the loaded task is used.</param>
/// <param name="AtOnce">
/// The calls whose task is used before anything else happens. If one of these calls returns null, the original code throws at the use, and the changed code
/// throws at the call. Nothing happens between the call and the use, so the program cannot see the difference.
/// </param>
internal sealed record KeptTask(
    Place Place,
    IReadOnlyList<Instruction> Calls,
    IReadOnlyList<(Instruction Null, Instruction Store)> Clears,
    IReadOnlyList<Instruction> Accesses,
    IReadOnlyDictionary<Instruction, AwaitedByMachine> Awaits,
    IReadOnlyDictionary<Instruction, TaskRead> Reads,
    ICollection<Instruction> AtOnce)
{
    /// <summary>The type of the tasks' result, as the method's code refers to it; null if the tasks have no result.</summary>
    public TypeReference? Result => Awaits.Values.First().Result;
}
