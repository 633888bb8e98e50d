namespace Work;

/// <summary>Calls whose tasks nobody keeps, because the caller awaits each task directly.</summary>
public static class AwaitedTasks
{
    /// <summary>A result for which the base library has no cached task, because it is too large.</summary>
    private const int Result = 1_000;

    /// <summary>Awaits one call that suspends.</summary>
    public static async ValueTask<int> OneAsync() => await YieldAsync();

    /// <summary>Makes ten nested calls. Each call awaits the next one, and the innermost call awaits the read.</summary>
    public static async ValueTask<int> TenDeepAsync(ValueTask<int> read) => await DescendAsync(10, read);

    /// <summary>Makes ten calls. None of them suspends.</summary>
    public static async ValueTask<int> TenAtOnceAsync()
    {
        var sum = 0;
        for (var i = 0; i < 10; i++)
        {
            sum += await AtOnceAsync(i);
        }

        return sum;
    }

    private static async Task<int> YieldAsync()
    {
        await Task.Yield();
        return Result;
    }

    private static async Task<int> DescendAsync(int levels, ValueTask<int> read) =>
        levels == 1 ? await read : await DescendAsync(levels - 1, read) + 1;

    private static async Task<int> AtOnceAsync(int number)
    {
        if (number < 0)
        {
            await Task.Yield();
        }

        return Result + number;
    }
}

/// <summary>The calls of <see cref="AwaitedTasks"/>, written with ValueTasks. A developer could write the calls this way if no code keeps the tasks.</summary>
public static class AwaitedValueTasks
{
    private const int Result = 1_000;

    /// <inheritdoc cref="AwaitedTasks.OneAsync"/>
    public static async ValueTask<int> OneAsync() => await YieldAsync();

    /// <inheritdoc cref="AwaitedTasks.TenDeepAsync"/>
    public static async ValueTask<int> TenDeepAsync(ValueTask<int> read) => await DescendAsync(10, read);

    /// <inheritdoc cref="AwaitedTasks.TenAtOnceAsync"/>
    public static async ValueTask<int> TenAtOnceAsync()
    {
        var sum = 0;
        for (var i = 0; i < 10; i++)
        {
            sum += await AtOnceAsync(i);
        }

        return sum;
    }

    private static async ValueTask<int> YieldAsync()
    {
        await Task.Yield();
        return Result;
    }

    private static async ValueTask<int> DescendAsync(int levels, ValueTask<int> read) =>
        levels == 1 ? await read : await DescendAsync(levels - 1, read) + 1;

    private static async ValueTask<int> AtOnceAsync(int number)
    {
        if (number < 0)
        {
            await Task.Yield();
        }

        return Result + number;
    }
}
