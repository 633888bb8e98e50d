namespace PooledAwait.Fody.Decisions;

/// <summary>A recogniser's result: what to change, or why nothing is changed.</summary>
internal sealed record Recognised<T>
    where T : class
{
    public T? Value { get; private init; }

    /// <summary>Why nothing is changed; null if there is a value.</summary>
    public Refusal? Refusal { get; private init; }

    public Reason? Reason => Refusal?.Reason;

    /// <summary>The place that prevents the change; null if the refusal says everything.</summary>
    public string? Detail { get; private init; }

    /// <summary>The bytes that the change would save; null if there are none, or if that is not known.</summary>
    public BytesSaved? WouldSave { get; private init; }

    /// <summary>Another method that prevents the change; null if there is none.</summary>
    public Cause? Cause { get; private init; }

    public static implicit operator Recognised<T>(T value) => new() { Value = value };

    public static implicit operator Recognised<T>(Reason reason) => new() { Refusal = reason };

    public static implicit operator Recognised<T>(Refusal refusal) => new() { Refusal = refusal };

    public static Recognised<T> Not(Refusal refusal, string? detail, BytesSaved? wouldSave = null, Cause? cause = null) =>
        new() { Refusal = refusal, Detail = detail, WouldSave = wouldSave, Cause = cause };
}
