namespace PooledAwait.Fody.Decisions;

/// <summary>Why a recogniser refuses a change: a reason, the condition that failed, and the place.</summary>
/// <param name="Reason">The reason.</param>
/// <param name="Condition">The condition that failed; null if the reason has only one possible cause.</param>
internal sealed record Refusal(Reason Reason, Condition? Condition = null)
{
    /// <summary>The values for the placeholders of the condition's sentence.</summary>
    public IReadOnlyList<object> Names { get; init; } = [];

    /// <summary>The instruction that caused the refusal, and its method; null if no single instruction did.</summary>
    public (MethodDefinition Method, Instruction At)? Place { get; init; }

    /// <summary>The method that the reason is about; null if the reason is about the same method as the decision.</summary>
    public MethodDefinition? About { get; init; }

    /// <summary>Another method's refusal, which caused this refusal; null if there is none.</summary>
    public Refusal? Because { get; init; }

    /// <summary>More words about what prevents the change, such as the name of a method; null if the reason says enough.</summary>
    public string? Detail { get; init; }

    /// <summary>The bytes that the change would save; null if it would save none, or if the number is not known.</summary>
    public BytesSaved? WouldSave { get; init; }

    /// <summary>Another method that prevents the change; null if there is none.</summary>
    public Cause? Cause { get; init; }

    public static implicit operator Refusal(Reason reason) => new(reason);

    /// <summary>Makes the refusal for a body that is not valid IL, with the instruction that shows the fault.</summary>
    public static Refusal OfInvalid(MethodDefinition method, BodyFault fault, Reason reason) =>
        Condition.InvalidBody.For(reason, method, fault.At == null ? "its exception handlers" : InstructionOf(fault.At), fault.Why).At(method, fault.At);

    /// <summary>Returns the position and the name of an instruction, for readers of IL.</summary>
    public static string InstructionOf(Instruction at) => $"IL_{at.Offset:x4}: {at.OpCode.Name}";

    /// <summary>
    /// Returns a copy of this refusal that also contains the instruction that caused the refusal. If the instruction is null, returns this refusal itself.
    /// </summary>
    public Refusal At(MethodDefinition method, Instruction? instruction) => instruction == null ? this : this with { Place = (method, instruction) };
}
