namespace PooledAwait.Inspect.Checking;

/// <summary>One thing that the weaver's check has against a body.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Method">Whose body it is, as metadata names it: compilers and weavers make methods that no source names.</param>
/// <param name="Source">The file's name and the line, where symbols tell them.</param>
/// <param name="Offset">Of the instruction, in bytes.</param>
/// <param name="Kind">The rule that it breaks.</param>
/// <param name="Text">What is wrong.</param>
internal sealed record UnsoundBody(string Assembly, string Method, string? Source, int Offset, string Kind, string Text);
