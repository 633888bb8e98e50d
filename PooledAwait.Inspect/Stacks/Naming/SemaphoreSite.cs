namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>A call of <c>SemaphoreSlim.WaitAsync</c> or <c>Release</c> in the code of an async method.</summary>
/// <param name="Offset">Where it stands in MoveNext.</param>
/// <param name="IsRelease">Which of the two it is.</param>
/// <param name="MayFail">Whether it may come back without having entered: after a time.</param>
/// <param name="Path">
/// The fields by which the code comes to the semaphore: first one of the state machine, then one of the object that this holds, and so on; of a static field it alone, with its type.
/// </param>
/// <param name="IsStatic">Whether the first field is static.</param>
/// <param name="Name">The same for people.</param>
internal sealed record SemaphoreSite(int Offset, bool IsRelease, bool MayFail, IReadOnlyList<string> Path, bool IsStatic, string Name)
{
    public bool IsOfSame(SemaphoreSite other) => IsStatic == other.IsStatic && Path.SequenceEqual(other.Path, StringComparer.Ordinal);
}
