using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>The things that an instruction may do with a followed value that it takes.</summary>
internal enum StepKind
{
    /// <summary>The value goes no further: the instruction discards it, or does nothing with it.</summary>
    Ignores,

    /// <summary>It stores the value into a variable or a field of the machine, from which the value is followed further.</summary>
    Keeps,

    /// <summary>Its result stands for the value.</summary>
    Continues,

    /// <summary>Its result is an address by which the value may be read.</summary>
    ContinuesByAddress,

    /// <summary>It looks at the value.</summary>
    Asks,

    /// <summary>It uses the value up.</summary>
    Consumes,

    /// <summary>Either it uses the value up, or its result stands for the value.</summary>
    ConsumesOrContinues,

    /// <summary>It hands the value on to the caller's own callers.</summary>
    Returns,

    /// <summary>The weaver does not know the step, and so does not know what becomes of the value.</summary>
    Refuses,
}

/// <summary>One step of a followed value.</summary>
/// <param name="Kind">The kind of step.</param>
/// <param name="Refusal">The reason for <see cref="StepKind.Refuses"/>.</param>
internal readonly record struct Step(StepKind Kind, Refusal? Refusal = null)
{
    public static implicit operator Step(StepKind kind) => new(kind);

    public static implicit operator Step(Refusal refusal) => new(StepKind.Refuses, refusal);
}
