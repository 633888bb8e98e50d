using PooledAwait.Runtime;

namespace Tests.TimedWaits;

/// <summary>For invalid arguments, every overload must throw the base library's exception, and must throw it at the call.</summary>
[Parallelizable(ParallelScope.Self)]
public static class ArgumentTests
{
    private static readonly TimeSpan[] s_invalid =
        [TimeSpan.FromMilliseconds(-2), TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.FromMilliseconds(uint.MaxValue)];

    private static readonly Task<int> s_work = new TaskCompletionSource<int>().Task;

    private static readonly CancellationToken s_token = new CancellationTokenSource().Token;

    private static readonly TimeProvider?[] s_clocks = [TimeProvider.System, null, new OtherClock()];

    private static IEnumerable<TestCaseData> Cases()
    {
        foreach (var milliseconds in new[] { -2, int.MinValue })
        {
            yield return Case($"{milliseconds}", () => AwaitedDelay.Delay(milliseconds), () => Task.Delay(milliseconds));
            yield return Case($"{milliseconds}", () => AwaitedDelay.Delay(milliseconds, s_token), () => Task.Delay(milliseconds, s_token));
            yield return Case($"{milliseconds}", () => TimedWhenAny.Delay(milliseconds), () => Task.Delay(milliseconds));
            yield return Case($"{milliseconds}", () => TimedWhenAny.Delay(milliseconds, s_token), () => Task.Delay(milliseconds, s_token));
        }

        foreach (var time in s_invalid)
        {
            yield return Case($"{time}", () => AwaitedDelay.Delay(time), () => Task.Delay(time));
            yield return Case($"{time}", () => AwaitedDelay.Delay(time, s_token), () => Task.Delay(time, s_token));
            yield return Case($"{time}", () => TimedWhenAny.Delay(time), () => Task.Delay(time));
            yield return Case($"{time}", () => TimedWhenAny.Delay(time, s_token), () => Task.Delay(time, s_token));
            foreach (var task in new[] { s_work, Task.FromResult(1), null })
            {
                yield return Case($"{time} {task?.Status}", () => AwaitedWaitAsync.WaitAsync((Task)task!, time), () => ((Task)task!).WaitAsync(time));
                yield return Case($"{time} {task?.Status}", () => AwaitedWaitAsync.WaitAsync(task!, time), () => task!.WaitAsync(time));
                yield return Case($"{time} {task?.Status}", () => AwaitedWaitAsync.WaitAsync((Task)task!, time, s_token), () => ((Task)task!).WaitAsync(time, s_token));
                yield return Case($"{time} {task?.Status}", () => AwaitedWaitAsync.WaitAsync(task!, time, s_token), () => task!.WaitAsync(time, s_token));
            }

            foreach (var clock in s_clocks)
            {
                yield return Case($"{time} {clock}", () => AwaitedDelay.Delay(time, clock!), () => Task.Delay(time, clock!));
                yield return Case($"{time} {clock}", () => AwaitedDelay.Delay(time, clock!, s_token), () => Task.Delay(time, clock!, s_token));
                yield return Case($"{time} {clock}", () => TimedWhenAny.Delay(time, clock!), () => Task.Delay(time, clock!));
                yield return Case($"{time} {clock}", () => TimedWhenAny.Delay(time, clock!, s_token), () => Task.Delay(time, clock!, s_token));
                yield return Case($"{time} {clock}", () => AwaitedWaitAsync.WaitAsync(s_work, time, clock!), () => s_work.WaitAsync(time, clock!));
                yield return Case($"{time} {clock}", () => AwaitedWaitAsync.WaitAsync(s_work, time, clock!, s_token), () => s_work.WaitAsync(time, clock!, s_token));
            }
        }

        Task<int>? none = null;
        var second = TimeSpan.FromSeconds(1);
        yield return Case("no task", () => AwaitedWaitAsync.WaitAsync((Task)none!, s_token), () => ((Task)none!).WaitAsync(s_token));
        yield return Case("no task", () => AwaitedWaitAsync.WaitAsync(none!, s_token), () => none!.WaitAsync(s_token));
        yield return Case("no task", () => AwaitedWaitAsync.WaitAsync((Task)none!, second), () => ((Task)none!).WaitAsync(second));
        yield return Case("no task", () => AwaitedWaitAsync.WaitAsync(none!, second, TimeProvider.System), () => none!.WaitAsync(second, TimeProvider.System));
        yield return Case("no task", () => TimedWhenAny.WhenAny(none!, s_work), () => Task.WhenAny(none!, (Task)s_work));
        yield return Case("no task", () => TimedWhenAny.WhenAny(s_work, none!), () => Task.WhenAny((Task)s_work, none!));
        yield return Case("no task", () => TimedWhenAny.WhenAny(s_work, none!, s_work), () => Task.WhenAny((Task)s_work, none!, s_work));
        yield return Case("no task", () => TimedWhenAny.WhenAny(s_work, s_work, s_work, none!), () => Task.WhenAny((Task)s_work, s_work, s_work, none!));
        yield return Case("no clock", () => AwaitedDelay.Delay(second, null!), () => Task.Delay(second, null!));
        yield return Case("no clock", () => TimedWhenAny.Delay(second, null!, s_token), () => Task.Delay(second, null!, s_token));
        yield return Case("no clock", () => AwaitedWaitAsync.WaitAsync(s_work, second, null!), () => s_work.WaitAsync(second, null!));
    }

    [TestCaseSource(nameof(Cases))]
    public static void Throws_what_the_base_library_throws(string what, Action call, Action baseLibrary)
    {
        var expected = Thrown(baseLibrary);
        Assert.That(expected, Is.Not.Null, what);
        Assert.That(Describe(Thrown(call)), Is.EqualTo(Describe(expected)), what);
    }

    private static TestCaseData Case(string what, Func<object> call, Func<object> baseLibrary) =>
        new(what, (Action)(() => call()), (Action)(() => baseLibrary()));

    private static Exception? Thrown(Action call)
    {
        try
        {
            call();
            return null;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    private static string Describe(Exception? exception) => $"{exception?.GetType()} {(exception as ArgumentException)?.ParamName} {exception?.Message}";

    private sealed class OtherClock : TimeProvider;
}
