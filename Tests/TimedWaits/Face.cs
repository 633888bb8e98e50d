namespace Tests.TimedWaits;

/// <summary>One kind of timed wait, and how code awaits it.</summary>
/// <param name="Name">The name of the test's case.</param>
/// <param name="Await">
/// Waits until the work ends, the time (in milliseconds) is over or the token is cancelled, and describes the result. The last parameter says whether the
/// code continues on the captured context.
/// </param>
public sealed record Face(string Name, Func<TimedRuntime, Task<int>, int, CancellationToken, bool, Task<string>> Await)
{
    public static readonly IReadOnlyList<Face> All =
    [
        new("Delay", async (runtime, _, milliseconds, token, capture) =>
        {
            await runtime.Delay(milliseconds, token).ConfigureAwait(capture);
            return "in time";
        }),
        new("WhenAny", async (runtime, work, milliseconds, token, capture) =>
        {
            var delay = runtime.StartDelay(milliseconds, token);
            return Winner(await runtime.AnyOfTwo(work, delay).ConfigureAwait(capture), work, delay);
        }),
        new("WhenAny, delay first", async (runtime, work, milliseconds, token, capture) =>
        {
            var delay = runtime.StartDelay(milliseconds, token);
            return Winner(await runtime.AnyOfThree(delay, work, delay).ConfigureAwait(capture), work, delay);
        }),
        new("WhenAny, two delays", async (runtime, work, milliseconds, token, capture) =>
        {
            var later = runtime.StartDelay(60_000, CancellationToken.None);
            var delay = runtime.StartDelay(milliseconds, token);
            return Winner(await runtime.AnyOfFour(later, work, delay, later).ConfigureAwait(capture), work, delay);
        }),
        new("WaitAsync", async (runtime, work, milliseconds, token, capture) =>
        {
            await runtime.Wait(work, TimeSpan.FromMilliseconds(milliseconds), token).ConfigureAwait(capture);
            return "work";
        }),
        new("WaitAsync with a result", async (runtime, work, milliseconds, token, capture) =>
            $"work {await runtime.WaitForInt(work, TimeSpan.FromMilliseconds(milliseconds), token).ConfigureAwait(capture)}"),
    ];

    /// <summary>Whether the end of the work ends the wait.</summary>
    public bool WaitsForWork => Name != "Delay";

    /// <summary>Waits, and describes the outcome.</summary>
    /// <param name="runtime">The methods to call.</param>
    /// <param name="work">The work.</param>
    /// <param name="milliseconds">The time.</param>
    /// <param name="token">The token.</param>
    /// <param name="capture">Whether the code continues on the captured context.</param>
    /// <param name="continued">An action to call where the code continues after the wait.</param>
    public async Task<string> Describe(TimedRuntime runtime, Task<int> work, int milliseconds, CancellationToken token, bool capture, Action continued)
    {
        try
        {
            var result = await Await(runtime, work, milliseconds, token, capture).ConfigureAwait(false);
            continued();
            return result;
        }
        catch (OperationCanceledException exception)
        {
            continued();
            var task = (exception as TaskCanceledException)?.Task;
            return $"{exception.GetType()}: {exception.Message} token: {exception.CancellationToken == token}, task: {task?.Status}, its own: {task != work}";
        }
        catch (Exception exception)
        {
            continued();
            return $"{exception.GetType()}: {exception.Message}";
        }
    }

    public override string ToString() => Name;

    private static string Winner(Task winner, Task work, Task delay) =>
        $"{(winner == work ? "work" : winner == delay ? "delay" : "other")} {winner.Status} {winner.CreationOptions} {winner.AsyncState} {Try(winner)}";

    private static string Try(Task winner)
    {
        try
        {
            winner.GetAwaiter().GetResult();
            return "returns";
        }
        catch (Exception exception)
        {
            return $"{exception.GetType()}: {exception.Message} {(exception as TaskCanceledException)?.Task == winner}";
        }
    }
}
