namespace PooledAwait.Runtime;

/// <summary>The result type of an async method without a result.</summary>
internal readonly struct VoidResult;
