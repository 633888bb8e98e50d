using System.Runtime.CompilerServices;

namespace CallTimes;

/// <summary>The measured methods, which each build contains. The program calls each of them a work.</summary>
public static class Works
{
    private static readonly IReader s_interface = new Reader();
    private static readonly VirtualReader s_virtual = new();
    private static readonly Task<int> s_never = new TaskCompletionSource<int>().Task;
    private static readonly Task<int> s_done = Task.FromResult(1);
    private static readonly IInternalReader s_internal = new InternalReader();
    private static int s_last;

    public static async ValueTask<int> One(Read read) => await LeafAsync(read) + 1;

    public static async ValueTask<int> Ten(Read read) => await DownAsync(read, 9);

    public static async ValueTask<int> Fifty(Read read) => await DownAsync(read, 49);

    public static async ValueTask<int> TenMethods(Read read) => await Method9Async(read) + 1;

    public static async ValueTask<int> FiveInALoop(Read read)
    {
        var sum = 0;
        for (var i = 0; i < 5; i++)
        {
            sum += await LeafAsync(read);
        }

        return sum;
    }

    public static async ValueTask<int> TenAtOnce(Read read)
    {
        var sum = 0;
        for (var i = 0; i < 10; i++)
        {
            sum += await AtOnceAsync(i);
        }

        return sum;
    }

    public static async ValueTask<int> TenInEachOther(Read read)
    {
        await DownAtOnceAsync(9);
        return 1;
    }

    public static async ValueTask<int> Interface(Read read) => await s_interface.ReadAsync(read) + 1;

    public static async ValueTask<int> Virtual(Read read) => await s_virtual.ReadAsync(read) + 1;

    public static async ValueTask<int> Try(Read read)
    {
        try
        {
            return await LeafAsync(read) + 1;
        }
        catch (FormatException)
        {
            return 0;
        }
    }

    public static async ValueTask<int> Forwarded(Read read) => await ForwardAsync(read) + 1;

#if POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> Single(Read read) => await read.StartAsync() + 1;

#if POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> TenValueTasks(Read read) => await DownByValueTaskAsync(read, 9);

    public static ValueTask<int> Exists(Read read) => new(LeafAsync(read));

    public static ValueTask<int> Void(Read read)
    {
        ForgottenAsync(read);
        return default;
    }

    public static async ValueTask<int> Generic(Read read) => (await GenericAsync("word", read)).Length;

    public static async ValueTask<int> Internal(Read read) => await s_internal.ReadAsync(read) + 1;

#if POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> TenValueTasksAtOnce(Read read)
    {
        var sum = 0;
        for (var i = 0; i < 10; i++)
        {
            sum += await AtOnceByValueTaskAsync(i);
        }

        return sum;
    }

#if POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> Stored(Read read)
    {
        var call = SingleAsync(read);
        Read.Shared.StartAsync();
        return await call;
    }

    public static async ValueTask<int> BothOfTwo(Read read)
    {
        var both = await Task.WhenAll(s_done, LeafAsync(read));
        return both[1];
    }

    public static async ValueTask<int> FirstOfTwo(Read read) => await await Task.WhenAny(s_never, LeafAsync(read));

#if POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    private static async ValueTask<int> DownByValueTaskAsync(Read read, int levels) => levels == 0 ? await read.StartAsync() : await DownByValueTaskAsync(read, levels - 1) + 1;

#if POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    private static async ValueTask<int> SingleAsync(Read read) => await read.StartAsync() + 1;

    private static async Task<TItem> GenericAsync<TItem>(TItem item, Read read)
        where TItem : class
    {
        await read.StartAsync();
        return item;
    }

#if POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    private static async ValueTask<int> AtOnceByValueTaskAsync(int number)
    {
        if (number < 0)
        {
            await Task.Yield();
        }

        return number + 1_000;
    }

    private static async void ForgottenAsync(Read read) => s_last += await read.StartAsync();

    private static async Task<int> LeafAsync(Read read) => await read.StartAsync() + 1;

    private static Task<int> ForwardAsync(Read read) => LeafAsync(read);

    private static async Task<int> DownAsync(Read read, int levels) => levels == 0 ? await read.StartAsync() : await DownAsync(read, levels - 1) + 1;

    private static async Task<int> Method1Async(Read read) => await read.StartAsync() + 1;

    private static async Task<int> Method2Async(Read read) => await Method1Async(read) + 1;

    private static async Task<int> Method3Async(Read read) => await Method2Async(read) + 1;

    private static async Task<int> Method4Async(Read read) => await Method3Async(read) + 1;

    private static async Task<int> Method5Async(Read read) => await Method4Async(read) + 1;

    private static async Task<int> Method6Async(Read read) => await Method5Async(read) + 1;

    private static async Task<int> Method7Async(Read read) => await Method6Async(read) + 1;

    private static async Task<int> Method8Async(Read read) => await Method7Async(read) + 1;

    private static async Task<int> Method9Async(Read read) => await Method8Async(read) + 1;

    private static async Task<int> AtOnceAsync(int number)
    {
        if (number < 0)
        {
            await Task.Yield();
        }

        return number + 1_000; // larger than the results for which the base library has ready tasks
    }

    private static async Task DownAtOnceAsync(int levels)
    {
        if (levels > 0)
        {
            await DownAtOnceAsync(levels - 1);
        }
        else if (levels < 0)
        {
            await Task.Yield();
        }
    }

    private interface IReader
    {
        Task<int> ReadAsync(Read read);
    }

    private sealed class Reader : IReader
    {
        public async Task<int> ReadAsync(Read read) => await read.StartAsync() + 1;
    }

    private class VirtualReader
    {
        public virtual async Task<int> ReadAsync(Read read) => await read.StartAsync() + 1;
    }
}

internal interface IInternalReader
{
    Task<int> ReadAsync(Read read);
}

internal sealed class InternalReader : IInternalReader
{
    public async Task<int> ReadAsync(Read read) => await read.StartAsync() + 1;
}
