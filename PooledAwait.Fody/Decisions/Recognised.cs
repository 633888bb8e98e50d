namespace PooledAwait.Fody.Decisions;

/// <summary>A recogniser's result: what to change, or why nothing is changed.</summary>
internal sealed record Recognised<T>
    where T : class
{
    public T? Value { get; private init; }

    /// <summary>The refusal, which says why nothing is changed; null if there is a value.</summary>
    public Refusal? Refusal { get; private init; }

    public static implicit operator Recognised<T>(T value) => new() { Value = value };

    public static implicit operator Recognised<T>(Reason reason) => new() { Refusal = reason };

    public static implicit operator Recognised<T>(Refusal refusal) => new() { Refusal = refusal };
}
