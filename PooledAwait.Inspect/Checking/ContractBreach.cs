namespace PooledAwait.Inspect.Checking;

/// <summary>A call whose caller breaks the contract of the returned ValueTask. JSON output also lists each <see cref="BypassedMethod"/> in this form.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Method">The caller's name in the source code.</param>
/// <param name="Source">The source file's name and the line, if there are symbols.</param>
/// <param name="Called">The method that returned the ValueTask.</param>
/// <param name="Kind">The identifier of the fault.</param>
/// <param name="Sentence">A description of the fault.</param>
internal sealed record ContractBreach(string Assembly, string Method, string? Source, string Called, string Kind, string Sentence);
