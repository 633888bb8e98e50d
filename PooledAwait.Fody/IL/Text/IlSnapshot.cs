namespace PooledAwait.Fody.IL;

/// <summary>The IL of one changed method.</summary>
/// <param name="Written">The user's method.</param>
/// <param name="Method">The method's name for a reader.</param>
/// <param name="FileName">The method's name for a file, without an extension.</param>
/// <param name="Before">The IL before the weave.</param>
/// <param name="After">The IL after the weave.</param>
internal sealed record IlSnapshot(MethodDefinition Written, string Method, string FileName, string Before, string After);
