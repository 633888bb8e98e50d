using System.Threading.Tasks.Sources;

namespace AssemblyToProcess.Valid;

/// <summary>The methods that return the ValueTasks, and helpers through which several callers use the ValueTasks.</summary>
public static partial class MisusedValueTasks
{
    private static string Status(ValueTask<int> pending) =>
        $"{pending.IsCompleted} {pending.IsCompletedSuccessfully} {pending.IsFaulted} {pending.IsCanceled}";

    private static async Task<int> Twice(ValueTask<int> pending) => await pending + await pending;

    private static async Task<string> Caught(ValueTask<int> pending)
    {
        try
        {
            return $"{await pending}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }

    private static string Blocked(ValueTask<int> pending)
    {
        try
        {
            return $"{pending.GetAwaiter().GetResult()}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }

    private static ValueTask<int> Forward(Turnstile turnstile, int value) => Value(turnstile, value, "");

    private static async ValueTask<int> Value(Turnstile? turnstile, int value, string outcome)
    {
        if (turnstile != null && !outcome.EndsWith("at once"))
        {
            await turnstile;
        }

        return outcome.StartsWith("fails") ? throw new InvalidOperationException($"failed {value}")
            : outcome == "is cancelled" ? throw new OperationCanceledException($"cancelled {value}", new CancellationToken(true))
            : value;
    }

    private static async ValueTask Nothing(Turnstile turnstile, string outcome) => await Value(turnstile, 0, outcome);

    private static async ValueTask<int> Yielding(int value, string outcome)
    {
        await Task.Yield();
        return await Value(null, value, outcome);
    }

    private static async ValueTask<(T First, U Second)> Pair<T, U>(Turnstile turnstile, T first, U second)
    {
        await turnstile;
        return (first, second);
    }

    private static async Task<string> GenericTwice<T>(Turnstile turnstile, T value)
    {
        var pending = Pair(turnstile, value, new[] { value });
        return $"{(await pending).First} {(await pending).Second.Length}";
    }

    private static async Task<string> Driven(Func<Turnstile, Task<int>> call)
    {
        var turnstile = new Turnstile();
        var running = call(turnstile);
        turnstile.PassAll();
        try
        {
            return $"{await running}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}, {(e as OperationCanceledException)?.CancellationToken.IsCancellationRequested}";
        }
    }

    private class Reader : IReader
    {
        public virtual async ValueTask<int> Read(Turnstile turnstile, int value)
        {
            await turnstile;
            return value;
        }
    }

    private sealed class Inheriting : Reader
    {
        public override async ValueTask<int> Read(Turnstile turnstile, int value)
        {
            var pending = base.Read(turnstile, value);
            return await pending + await pending;
        }
    }

    private sealed class Generic<T>(T held) : IReader
    {
        async ValueTask<int> IReader.Read(Turnstile turnstile, int value)
        {
            await turnstile;
            return value + held!.ToString()!.Length;
        }

        public async ValueTask<T> Held(Turnstile turnstile)
        {
            await turnstile;
            return held;
        }

        public async Task<string> HeldTwice(Turnstile turnstile)
        {
            var pending = Held(turnstile);
            return $"{await pending} {await pending}";
        }
    }

    private sealed class Source(Trace trace) : IReader, IValueTaskSource<int>
    {
        public ValueTask<int> Read(Turnstile turnstile, int value) => new(this, (short)value);

        public int GetResult(short token)
        {
            trace.Add("GetResult", token);
            return token;
        }

        public ValueTaskSourceStatus GetStatus(short token)
        {
            trace.Add("GetStatus", token);
            return ValueTaskSourceStatus.Succeeded;
        }

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            trace.Add("OnCompleted", token);
    }
}
