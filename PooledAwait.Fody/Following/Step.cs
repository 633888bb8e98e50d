using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Following;

/// <summary>What an instruction makes of a followed value that it takes.</summary>
internal enum StepKind
{
    /// <summary>It is over with the value there: it is discarded, or nothing happens to it.</summary>
    Ignores,

    /// <summary>It stores it where it is followed from: into a variable, or a field of the machine.</summary>
    Keeps,

    /// <summary>Its result stands for the value.</summary>
    Continues,

    /// <summary>Its result is an address by which the value may be read.</summary>
    ContinuesByAddress,

    /// <summary>It looks at the value.</summary>
    Asks,

    /// <summary>It uses the value up.</summary>
    Consumes,

    /// <summary>It uses the value up, or its result stands for it: the one or the other.</summary>
    ConsumesOrContinues,

    /// <summary>It hands the value on to the caller's own callers.</summary>
    Returns,

    /// <summary>It is nothing that is known: what becomes of the value cannot be said.</summary>
    Refuses,
}

/// <summary>One step of a followed value.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Refusal">Of <see cref="StepKind.Refuses"/>: why.</param>
internal readonly record struct Step(StepKind Kind, Refusal? Refusal = null)
{
    public static implicit operator Step(StepKind kind) => new(kind);

    public static implicit operator Step(Refusal refusal) => new(StepKind.Refuses, refusal);
}
