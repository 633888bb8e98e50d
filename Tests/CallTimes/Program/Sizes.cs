using System.Runtime.CompilerServices;

namespace CallTimes;

/// <summary>
/// Methods that return a task and suspend once. The number in a method's name is the size of the method's state machine in bytes, as the weaver counts it. The
/// methods differ only in what they keep across the await.
/// </summary>
public static class Sizes
{
    public static Task<int> Of32() => ReadAsync();

    public static Task<int> Of40() => ReadAsync(1L);

    public static Task<int> Of48() => ReadAsync(default(Longs2));

    public static Task<int> Of64() => ReadAsync(default(Longs4));

    public static Task<int> Of96() => ReadAsync(default(Longs8));

    public static Task<int> Of128() => ReadAsync(default(Longs12));

    public static Task<int> Of160() => ReadAsync(default(Longs16));

    public static Task<int> Of224() => ReadAsync(default(Longs24));

    public static Task<int> Of288() => ReadAsync(default(Longs32));

    /// <summary>This method's machine has only the state, the builder, and the awaiter of a ValueTask.</summary>
    private static async Task<int> ReadAsync() => await Read.Shared.StartAsync() + 1_000;

    private static async Task<int> ReadAsync<T>(T kept)
        where T : struct
    {
        var result = await Read.Shared.StartAsync() + 1_000;
        return result + Unsafe.As<T, byte>(ref kept);
    }

    [InlineArray(2)]
    private struct Longs2
    {
        private long _first;
    }

    [InlineArray(4)]
    private struct Longs4
    {
        private long _first;
    }

    [InlineArray(8)]
    private struct Longs8
    {
        private long _first;
    }

    [InlineArray(12)]
    private struct Longs12
    {
        private long _first;
    }

    [InlineArray(16)]
    private struct Longs16
    {
        private long _first;
    }

    [InlineArray(24)]
    private struct Longs24
    {
        private long _first;
    }

    [InlineArray(32)]
    private struct Longs32
    {
        private long _first;
    }
}
