namespace PooledAwait.Inspect.Checking;

/// <summary>A method that another tool changed after the weave. Calls of its second method (the weaver's copy) bypass the change.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Method">
/// The method's name in the source code. If <paramref name="How"/> is not null: the name of the method or type in the record that the weave wrote.
/// </param>
/// <param name="Source">The source file's name and the line, if there are symbols.</param>
/// <param name="Second">The second method's name; null if <paramref name="How"/> is not null.</param>
/// <param name="How">A description of the change; null if the method's own code was changed.</param>
internal sealed record BypassedMethod(string Assembly, string Method, string? Source, string? Second, string? How = null)
{
    /// <summary>The identifier of this fault.</summary>
    public const string Kind = "bypassed";

    /// <summary>A description of this fault.</summary>
    public const string Sentence = "another tool changed it after the weave, and woven code calls a copy from before";

    /// <summary>The source line and the method, for lists that describe the fault only once.</summary>
    public string Place => $"{Source ?? Assembly}: {Method}{(How == null ? "" : $" ({How})")}";

    public override string ToString() => $"{Place}: {Sentence} [{Kind}]";
}
