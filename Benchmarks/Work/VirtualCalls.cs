namespace Work;

/// <summary>
/// Awaited calls through an interface. Four classes of this assembly implement the interface. Classes of other assemblies may also implement the interface.
/// </summary>
public static class VirtualCalls
{
    /// <summary>The number of calls in a row.</summary>
    public const int Calls = 10;

    /// <summary>Objects of one class.</summary>
    public static IReader[] Own { get; } = [.. Enumerable.Range(0, Calls).Select(_ => new FirstReader())];

    /// <summary>Objects of four classes in turns.</summary>
    public static IReader[] Mixed { get; } =
        [.. Enumerable.Range(0, Calls).Select(i => (IReader)((i * 7 % 4) switch { 0 => new FirstReader(), 1 => new SecondReader(), 2 => new ThirdReader(), _ => new FourthReader() }))];

    /// <summary>Makes ten calls. None of them suspends.</summary>
    public static async ValueTask<int> TenAtOnceAsync(IReader[] readers)
    {
        var sum = 0;
        foreach (var reader in readers)
        {
            sum += await reader.ReadAsync(sum);
        }

        return sum;
    }
}

/// <summary>The interface that is called.</summary>
public interface IReader
{
    /// <summary>A method that completes at once.</summary>
    Task<int> ReadAsync(int number);
}

internal sealed class FirstReader : IReader
{
    public async Task<int> ReadAsync(int number)
    {
        if (number < 0)
        {
            await Task.Yield();
        }

        return 1_000;
    }
}

internal sealed class SecondReader : IReader
{
    public async Task<int> ReadAsync(int number)
    {
        if (number < 0)
        {
            await Task.Yield();
        }

        return 2_000;
    }
}

internal sealed class ThirdReader : IReader
{
    public async Task<int> ReadAsync(int number)
    {
        if (number < 0)
        {
            await Task.Yield();
        }

        return 3_000;
    }
}

internal sealed class FourthReader : IReader
{
    public async Task<int> ReadAsync(int number)
    {
        if (number < 0)
        {
            await Task.Yield();
        }

        return 4_000;
    }
}
