using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody;

/// <summary>What a recogniser returns: what to do, or the reason why not.</summary>
internal sealed record Recognised<T>
    where T : class
{
    public T? Value { get; private init; }

    public Reason? Reason { get; private init; }

    /// <summary>The place that is in the way; null where the reason says it all.</summary>
    public string? Detail { get; private init; }

    /// <summary>What it would save; null where that is nothing, or not known.</summary>
    public BytesSaved? WouldSave { get; private init; }

    /// <summary>Another method that is in the way; null where there is none.</summary>
    public Cause? Cause { get; private init; }

    public static implicit operator Recognised<T>(T value) => new() { Value = value };

    public static implicit operator Recognised<T>(Reason reason) => new() { Reason = reason };

    public static Recognised<T> Not(Reason reason, string? detail, BytesSaved? wouldSave = null, Cause? cause = null) =>
        new() { Reason = reason, Detail = detail, WouldSave = wouldSave, Cause = cause };
}
