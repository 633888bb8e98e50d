using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>What an instruction may do when it takes a followed value.</summary>
internal enum StepKind
{
    /// <summary>The value goes no further: the instruction discards it, or does nothing with it.</summary>
    Ignores,

    /// <summary>
    /// The instruction stores the value into a variable or a field of the machine. The analysis then follows the value in this variable or field.
    /// </summary>
    Keeps,

    /// <summary>The instruction's result stands for the value, as an awaiter stands for its ValueTask.</summary>
    Continues,

    /// <summary>The instruction's result is an address through which code may read the value.</summary>
    ContinuesByAddress,

    /// <summary>The instruction does no more than read the value's status.</summary>
    Asks,

    /// <summary>The instruction uses the value up.</summary>
    Consumes,

    /// <summary>The instruction uses the value up, or its result stands for the value. The weaver does not know which of the two happens.</summary>
    ConsumesOrContinues,

    /// <summary>The instruction returns the value to the callers of the method.</summary>
    Returns,

    /// <summary>The weaver does not know what the instruction does with the value.</summary>
    Refuses,
}

/// <summary>What one instruction does with a followed value.</summary>
/// <param name="Kind">The kind of effect that the instruction has on the value.</param>
/// <param name="Refusal">The reason for <see cref="StepKind.Refuses"/>.</param>
internal readonly record struct Step(StepKind Kind, Refusal? Refusal = null)
{
    public static implicit operator Step(StepKind kind) => new(kind);

    public static implicit operator Step(Refusal refusal) => new(StepKind.Refuses, refusal);
}
