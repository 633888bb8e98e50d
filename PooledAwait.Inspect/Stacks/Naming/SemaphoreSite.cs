namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>A call of <c>SemaphoreSlim.WaitAsync</c> or <c>Release</c> in the code of an async method.</summary>
/// <param name="Offset">The call's offset in MoveNext, or in the method itself if it has no state machine.</param>
/// <param name="IsRelease">Whether the call is <c>Release</c>; otherwise it is <c>WaitAsync</c>.</param>
/// <param name="MayFail">Whether a timeout may end the wait before the call has entered the semaphore.</param>
/// <param name="Origin">The object or variable from which the path starts.</param>
/// <param name="Path">
/// The fields through which the code gets the semaphore: a field of the origin, then a field of the object to which the first field refers, and so on. If the
/// first field is static, its name includes its type. If the origin is a variable that refers to the semaphore itself, the only element is the variable's name.
/// </param>
/// <param name="Name">The semaphore's name in the tool's output.</param>
internal sealed record SemaphoreSite(int Offset, bool IsRelease, bool MayFail, SemaphoreOrigin Origin, IReadOnlyList<string> Path, string Name)
{
    public bool IsOfSame(SemaphoreSite other) => Origin == other.Origin && Path.SequenceEqual(other.Path, StringComparer.Ordinal);
}

/// <summary>The start of the path through which code gets a semaphore.</summary>
internal enum SemaphoreOrigin
{
    /// <summary>The state machine.</summary>
    Machine,

    /// <summary><c>this</c> in a method that has no state machine.</summary>
    This,

    /// <summary>A parameter or local of a method that has no state machine.</summary>
    Variable,

    /// <summary>A static field.</summary>
    Static,
}
