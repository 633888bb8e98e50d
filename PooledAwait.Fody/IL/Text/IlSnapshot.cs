namespace PooledAwait.Fody.IL;

/// <summary>The IL of one changed method.</summary>
/// <param name="Written">The method as the user wrote it.</param>
/// <param name="Method">Its name for a reader.</param>
/// <param name="FileName">Its name for a file, without an extension.</param>
/// <param name="Before">Before the weaving.</param>
/// <param name="After">After it.</param>
internal sealed record IlSnapshot(MethodDefinition Written, string Method, string FileName, string Before, string After);
