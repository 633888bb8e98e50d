using System.Runtime.CompilerServices;
using PooledAwait.Runtime;

namespace Tests.Builders.Linking;

/// <summary>Tests calls that are completed by hand, and whose callers are linked boxes. The compiler emits no such code.</summary>
[Parallelizable(ParallelScope.Self)]
public class ResumingLoopTests
{
    /// <summary>The loop that ran the called machine has ended. So the completing code itself must resume the caller.</summary>
    [Test]
    public void A_call_that_is_completed_while_its_machine_waits_again_resumes_its_caller()
    {
        var (first, second) = (new TaskCompletionSource(), new TaskCompletionSource());
        var machine = new Machine { Shared = new Shared(), Awaited = new([first, second]) };
        machine.MoveNext();
        var caller = Caller(machine.Shared.Inner.Task).AsTask();
        first.SetResult();
        Assert.That(caller.IsCompleted, Is.False);
        OnMoreStack(() => machine.Shared.Inner.SetResult(5));
        Assert.That(caller.IsCompletedSuccessfully && caller.Result == 6);
    }

    /// <summary>Takes so much stack that the buffer covers the place where the loop's frame was. A write to this place changes only the buffer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void OnMoreStack(Action action)
    {
        Span<byte> buffer = stackalloc byte[32 * 1024];
        buffer.Clear();
        action();
        Assert.That(buffer[^1], Is.Zero);
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Caller(ValueTask<int> call) => await call + 1;

    private sealed class Shared
    {
        public PooledAsyncValueTaskMethodBuilder<int> Inner = PooledAsyncValueTaskMethodBuilder<int>.Create();
    }

    private struct Machine : IAsyncStateMachine
    {
        public Shared Shared { get; init; }

        public Queue<TaskCompletionSource> Awaited { get; init; }

        public void MoveNext()
        {
            var awaiter = Awaited.Dequeue().Task.GetAwaiter();
            Shared.Inner.AwaitUnsafeOnCompleted(ref awaiter, ref this);
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
