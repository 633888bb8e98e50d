using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// An async method's local variable that does nothing but keep tasks, from the calls that return them to the code that takes them. Each task is awaited once, or its result is taken once.
/// </summary>
/// <param name="Place">The variable, or the machine's field that holds it.</param>
/// <param name="Calls">The calls whose tasks are stored into the variable.</param>
/// <param name="Clears">The places where the compiler clears the variable: the load of null, and the store directly after it.</param>
/// <param name="Accesses">All instructions that access the variable.</param>
/// <param name="Awaits">The loads whose task is awaited, each with its await.</param>
/// <param name="Reads">The other loads, each with its use.</param>
/// <param name="AtOnce">
/// The calls whose task is awaited, or its status read, before anything else happens. If such a call returns null, the await or the read throws. With a ValueTask, the call already throws. Nothing
/// happens between the two, so the program cannot see the difference.
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
    /// <summary>The type of the tasks' result as the method names it; null if there is none.</summary>
    public TypeReference? Result => Awaits.Values.First().Result;
}
