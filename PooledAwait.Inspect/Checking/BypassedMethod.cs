namespace PooledAwait.Inspect.Checking;

/// <summary>A method that another tool changed after the weave, so that it does something which calls of its second method do not do.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Method">The method, as its source names it.</param>
/// <param name="Source">The source file's name and the line, if there are symbols.</param>
/// <param name="Second">The second method's name; null if it is a type that another tool changed, or code that calls the method.</param>
/// <param name="How">What is different; null if it is the method's code.</param>
internal sealed record BypassedMethod(string Assembly, string Method, string? Source, string? Second, string? How = null)
{
    /// <summary>The identifier of what is wrong.</summary>
    public const string Kind = "bypassed";

    /// <summary>What is wrong, in words.</summary>
    public const string Sentence = "another tool changed it after the weave, and woven code calls a copy from before";

    /// <summary>The method and where it is written, for a text that says what is wrong once for all methods.</summary>
    public string Place => $"{Source ?? Assembly}: {Method}{(How == null ? "" : $" ({How})")}";

    public override string ToString() => $"{Place}: {Sentence} [{Kind}]";
}
