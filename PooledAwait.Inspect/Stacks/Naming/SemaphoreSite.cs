namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>A call of <c>SemaphoreSlim.WaitAsync</c> or <c>Release</c> in the code of an async method.</summary>
/// <param name="Offset">The call's offset in MoveNext.</param>
/// <param name="IsRelease">Whether the call is <c>Release</c>; otherwise it is <c>WaitAsync</c>.</param>
/// <param name="MayFail">Whether a timeout may end the call before it has entered the semaphore.</param>
/// <param name="Path">
/// The fields through which the code gets the semaphore: a field of the state machine, then a field of the object in that field, and so on. If the first field is static, its name includes its type.
/// </param>
/// <param name="IsStatic">Whether the first field is static.</param>
/// <param name="Name">The semaphore's name for people.</param>
internal sealed record SemaphoreSite(int Offset, bool IsRelease, bool MayFail, IReadOnlyList<string> Path, bool IsStatic, string Name)
{
    public bool IsOfSame(SemaphoreSite other) => IsStatic == other.IsStatic && Path.SequenceEqual(other.Path, StringComparer.Ordinal);
}
