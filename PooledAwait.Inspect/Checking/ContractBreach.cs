namespace PooledAwait.Inspect.Checking;

/// <summary>A call whose ValueTask its caller does not use as the contract of ValueTask asks for.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Method">The caller, as its source names it.</param>
/// <param name="Source">The file's name and the line, where symbols tell them.</param>
/// <param name="Called">The method that returned it.</param>
/// <param name="Kind">The identifier of what is wrong.</param>
/// <param name="Sentence">The same in words.</param>
internal sealed record ContractBreach(string Assembly, string Method, string? Source, string Called, string Kind, string Sentence);
