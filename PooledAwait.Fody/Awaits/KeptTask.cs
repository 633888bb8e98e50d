using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Following;

namespace PooledAwait.Fody.Awaits;

/// <summary>A local variable of an async method that holds tasks from their calls to what takes them, each of which is awaited once or its result taken once, and nothing else.</summary>
/// <param name="Place">The variable, or the field of the machine that it is.</param>
/// <param name="Calls">The calls whose tasks are stored into it.</param>
/// <param name="Clears">The stores of null, with which the compiler clears it: null, and the store right behind.</param>
/// <param name="Accesses">All instructions that name it.</param>
/// <param name="Awaits">The loads that are awaited, and the await of each.</param>
/// <param name="Reads">The others, and what each is for.</param>
/// <param name="AtOnce">Those of the calls whose task is awaited or asked before anything else happens, so that null would be seen where it is without a ValueTask.</param>
internal sealed record KeptTask(
    Place Place,
    IReadOnlyList<Instruction> Calls,
    IReadOnlyList<(Instruction Null, Instruction Store)> Clears,
    IReadOnlyList<Instruction> Accesses,
    IReadOnlyDictionary<Instruction, AwaitedByMachine> Awaits,
    IReadOnlyDictionary<Instruction, TaskRead> Reads,
    ICollection<Instruction> AtOnce)
{
    /// <summary>The type of the tasks' result as the method names it; null where there is none.</summary>
    public TypeReference? Result => Awaits.Values.First().Result;
}
