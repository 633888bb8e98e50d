namespace Tests.WhenAny;

/// <summary>A call of WhenAny under way, whatever its result's type.</summary>
/// <param name="IsCompleted">Whether the result is there.</param>
/// <param name="Winner">Waits for the result.</param>
public sealed record Started(Func<bool> IsCompleted, Func<Task> Winner)
{
    public static Started Of<TTask>(Task<TTask> result)
        where TTask : Task =>
        new(() => result.IsCompletedSuccessfully, () => result.GetAwaiter().GetResult());

    public static Started Of<TTask>(ValueTask<TTask> result)
        where TTask : Task =>
        new(() => result.IsCompletedSuccessfully, () => result.GetAwaiter().GetResult());
}
