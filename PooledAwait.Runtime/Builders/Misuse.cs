using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace PooledAwait.Runtime;

/// <summary>Throws exceptions for code that breaks the contract of a ValueTask, or uses a builder in a way that compiled code never does.</summary>
[StackTraceHidden]
internal static class Misuse
{
    private const string Advice =
        "A ValueTask may be consumed once only: await it once, or call AsTask() and use the task. " +
        "To leave a method as it was compiled, put [PooledAwaitIgnore] on it or name its type in Exclude in FodyWeavers.xml.";

    [DoesNotReturn]
    public static void ThrowConsumedTwice(ITicketHolder holder) =>
        throw new InvalidOperationException(
            $"The ValueTask returned by {holder.Producer} was used after its result had been consumed. {Advice}");

    [DoesNotReturn]
    public static void ThrowAwaitedTwice(ITicketHolder holder) =>
        throw new InvalidOperationException(
            $"The ValueTask returned by {holder.Producer} was awaited twice. {Advice}");

    [DoesNotReturn]
    public static void ThrowCompletedTwice() =>
        throw new InvalidOperationException("An attempt was made to complete an async method that had already completed.");

    public static void ThrowIfNull(object? argument, string name)
    {
        if (argument is null)
        {
            Throw(name);
        }

        static void Throw(string name) => throw new ArgumentNullException(name);
    }
}
