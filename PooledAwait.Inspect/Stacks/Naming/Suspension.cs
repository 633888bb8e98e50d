namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>A place at which an async method waits.</summary>
/// <param name="Method">The method.</param>
/// <param name="File">The source file's path; null without symbols.</param>
/// <param name="Line">The line; 0 without symbols.</param>
/// <param name="Offset">The offset in the code of MoveNext, or of the method itself if it has no state machine; -1 if it is not known.</param>
/// <param name="Awaiter">The field that keeps the awaiter; null if it is not known.</param>
/// <param name="Awaited">The offset of the call whose result is awaited; -1 if it is not known.</param>
/// <param name="Semaphores">The places where the method enters semaphores (by an await) and leaves them.</param>
/// <param name="IsYield">Whether the method only yields (<c>Task.Yield</c>), and waits for nothing.</param>
internal sealed record Suspension(string Method, string? File, int Line, int Offset, string? Awaiter, int Awaited, IReadOnlyList<SemaphoreSite> Semaphores, bool IsYield = false)
{
    /// <summary>
    /// The name of the awaiter's type, if the type belongs to the program or one of its libraries. Null if the type is not known, or belongs to the base
    /// library or PooledAwait.Runtime.
    /// </summary>
    public string? OwnAwaiter { get; init; }

    public static Suspension Unknown { get; } = new("?", null, 0, -1, null, -1, []);

    /// <summary>The file name and line, or the offset, without the method; empty if they are not known.</summary>
    public string Place => File != null ? FormattableString.Invariant($"{Path.GetFileName(File.Replace('\\', '/'))}:{Line}") : Offset >= 0 ? $"IL_{Offset:x4}" : "";
}
