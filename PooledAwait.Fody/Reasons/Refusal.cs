using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;

namespace PooledAwait.Fody.Reasons;

/// <summary>Why a recogniser does not change something: a reason, which of its conditions failed, and where.</summary>
/// <param name="Reason">The reason.</param>
/// <param name="Condition">The condition that failed; null where the reason stands for one fact alone.</param>
internal sealed record Refusal(Reason Reason, Condition? Condition = null)
{
    /// <summary>What takes the places of the condition's sentence.</summary>
    public IReadOnlyList<object> Names { get; init; } = [];

    /// <summary>The instruction that decides, and the method it stands in; null where the fact is about no single instruction.</summary>
    public (MethodDefinition Method, Instruction At)? Place { get; init; }

    /// <summary>The method that has the reason; null where it is the one that is decided about.</summary>
    public MethodDefinition? About { get; init; }

    /// <summary>The refusal of another method that this one follows from.</summary>
    public Refusal? Because { get; init; }

    public static implicit operator Refusal(Reason reason) => new(reason);

    /// <summary>A body that cannot be followed, with the instruction where that shows.</summary>
    public static Refusal OfInvalid(MethodDefinition method, BodyFault fault, Reason reason) =>
        Condition.InvalidBody.For(reason, method, fault.At == null ? "its exception handlers" : InstructionOf(fault.At), fault.Why).At(method, fault.At);

    /// <summary>An instruction by its place in the code, for those who read IL.</summary>
    public static string InstructionOf(Instruction at) => $"IL_{at.Offset:x4}: {at.OpCode.Name}";

    /// <summary>The same, decided by an instruction.</summary>
    public Refusal At(MethodDefinition method, Instruction? instruction) => instruction == null ? this : this with { Place = (method, instruction) };
}
