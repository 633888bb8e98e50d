using System.Runtime.CompilerServices;
using NUnit.Framework;
using PooledAwait.Runtime;

namespace Tests.Builders;

/// <summary>What a caller that is given a task sees of a call that is cancelled.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class OwnTaskTests
{
    [Test]
    public async Task A_cancellation_is_thrown_by_the_method_and_nobody_else_until_it_is_awaited()
    {
        using var source = new CancellationTokenSource();
        source.Cancel();
        var exception = new OperationCanceledException("cancelled", source.Token);
        var gate = new TaskCompletionSource();

        var call = OwnTask.Of(Fails(gate.Task, exception));
        gate.SetResult();

        Assert.That(call.IsCanceled, Is.True);
        Assert.That(exception.StackTrace, Does.Contain(nameof(Fails)).And.Not.Contain("PooledAwait.Runtime"));
        Assert.That(exception.StackTrace!.Split('\n'), Has.Length.EqualTo(1));
        for (var i = 0; i < 2; i++)
        {
            try
            {
                await call;
                Assert.Fail();
            }
            catch (OperationCanceledException thrown)
            {
                Assert.That(thrown, Is.SameAs(exception));
            }
        }
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Fails(Task gate, Exception exception)
    {
        await gate;
        throw exception;
    }
}
