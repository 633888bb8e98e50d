namespace Tests.WhenAny;

/// <summary>A call of WhenAny in progress, whatever the type of its result. The result can be taken only once.</summary>
/// <param name="IsCompleted">Whether the result is available.</param>
/// <param name="Winner">Waits for the result.</param>
/// <param name="Await">Awaits the result.</param>
public sealed record Started(Func<bool> IsCompleted, Func<Task> Winner, Func<Task<Task>> Await)
{
    public static Started Of<TTask>(Task<TTask> result)
        where TTask : Task =>
        new(() => result.IsCompletedSuccessfully, () => result.GetAwaiter().GetResult(), async () => await result.ConfigureAwait(false));

    public static Started Of<TTask>(ValueTask<TTask> result)
        where TTask : Task =>
        new(() => result.IsCompletedSuccessfully, () => result.GetAwaiter().GetResult(), async () => await result.ConfigureAwait(false));
}
