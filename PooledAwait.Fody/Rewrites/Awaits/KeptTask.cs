using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites;

/// <summary>A local variable of an async method that holds only tasks, from their calls to the code that takes them. Each task is awaited once, or its result is taken once.</summary>
/// <param name="Place">The variable, or the machine's field that holds it.</param>
/// <param name="Calls">The calls whose tasks are stored into it.</param>
/// <param name="Clears">The stores of null with which the compiler clears it: the load of null, and the store directly after it.</param>
/// <param name="Accesses">All instructions that name it.</param>
/// <param name="Awaits">The loads that are awaited, and the await of each.</param>
/// <param name="Reads">The other loads, and what each is for.</param>
/// <param name="AtOnce">The calls whose task is awaited or asked before anything else happens. There the code notices a null task at the same place as without a ValueTask.</param>
internal sealed record KeptTask(
    Place Place,
    IReadOnlyList<Instruction> Calls,
    IReadOnlyList<(Instruction Null, Instruction Store)> Clears,
    IReadOnlyList<Instruction> Accesses,
    IReadOnlyDictionary<Instruction, AwaitedByMachine> Awaits,
    IReadOnlyDictionary<Instruction, TaskRead> Reads,
    ICollection<Instruction> AtOnce)
{
    /// <summary>The type of the tasks' result as the method names it; null if there is none.</summary>
    public TypeReference? Result => Awaits.Values.First().Result;
}
