namespace PooledAwait.Inspect.Checking;

/// <summary>One fault that the weaver's check found in a body. JSON output also lists each <see cref="BypassedMethod"/> in this form.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Method">The metadata name of the body's method. (Methods that a compiler or weaver made have no name in the source.)</param>
/// <param name="Source">The source file's name and the line, if there are symbols.</param>
/// <param name="Offset">The instruction's offset, in bytes.</param>
/// <param name="Kind">The rule that the body breaks.</param>
/// <param name="Text">A description of the fault.</param>
internal sealed record UnsoundBody(string Assembly, string Method, string? Source, int Offset, string Kind, string Text);
