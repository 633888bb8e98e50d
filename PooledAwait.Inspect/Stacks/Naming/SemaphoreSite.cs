namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>A call of <c>SemaphoreSlim.WaitAsync</c> or <c>Release</c> in the code of an async method.</summary>
/// <param name="Offset">The call's offset in MoveNext.</param>
/// <param name="IsRelease">Whether it is <c>Release</c>; otherwise it is <c>WaitAsync</c>.</param>
/// <param name="MayFail">Whether it may return without having entered, because of a timeout.</param>
/// <param name="Path">
/// The fields that lead the code to the semaphore: first a field of the state machine, then a field of the object in it, and so on. A static field comes first, with its type.
/// </param>
/// <param name="IsStatic">Whether the first field is static.</param>
/// <param name="Name">The semaphore's name for people.</param>
internal sealed record SemaphoreSite(int Offset, bool IsRelease, bool MayFail, IReadOnlyList<string> Path, bool IsStatic, string Name)
{
    public bool IsOfSame(SemaphoreSite other) => IsStatic == other.IsStatic && Path.SequenceEqual(other.Path, StringComparer.Ordinal);
}
