using System.Runtime.CompilerServices;
using PooledAwait.Runtime;

namespace Tests.Builders;

/// <summary>
/// Tests the builder that a method and its twin (which returns a ValueTask) share. The tests use this builder as neither a compiler nor the weaver would.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public class DirectTaskMethodBuilderTests
{
    [Test]
    public void Completes_once([Values] bool isDirect, [Values] bool fails)
    {
        var builder = isDirect ? PooledAsyncDirectTaskMethodBuilder.CreateDirect() : PooledAsyncDirectTaskMethodBuilder.Create();
        Func<Task> task = () => isDirect ? builder.DirectTask.AsTask() : builder.Task;
        CompletesOnce(fails, () => builder.SetResult(), exception => builder.SetException(exception), task);
    }

    [Test]
    public void With_a_result_completes_once([Values] bool isDirect, [Values] bool fails)
    {
        var builder = isDirect ? PooledAsyncDirectTaskMethodBuilder<int>.CreateDirect() : PooledAsyncDirectTaskMethodBuilder<int>.Create();
        var result = 5;
        Func<Task<int>> task = () => isDirect ? builder.DirectTask.AsTask() : builder.Task;
        CompletesOnce(fails, () => builder.SetResult(result++), exception => builder.SetException(exception), task);
        Assert.That(fails ? 5 : task().Result, Is.EqualTo(5));
    }

    [Test]
    public void Does_not_suspend_what_has_completed([Values] bool fails)
    {
        var builder = PooledAsyncDirectTaskMethodBuilder<int>.CreateDirect();
        if (fails)
        {
            builder.SetException(new ArithmeticException());
        }
        else
        {
            builder.SetResult(5);
        }

        Assert.Throws<InvalidOperationException>(() =>
        {
            var awaiter = new TaskCompletionSource().Task.GetAwaiter();
            var machine = new Machine();
            builder.AwaitUnsafeOnCompleted(ref awaiter, ref machine);
        });
    }

    [Test]
    public void Starts_no_machine_that_is_null() => Assert.Throws<ArgumentNullException>(() =>
    {
        var machine = default(ClassMachine);
        PooledAsyncDirectTaskMethodBuilder<int>.CreateDirect().Start(ref machine!);
    });

    [Test]
    public void Starts_machines_that_are_classes()
    {
        var machine = new ClassMachine();
        PooledAsyncDirectTaskMethodBuilder<int>.CreateDirect().Start(ref machine);
        Assert.That(machine.Moves, Is.EqualTo(1));
    }

    private static void CompletesOnce(bool fails, Action setResult, Action<Exception> setException, Func<Task> task)
    {
        if (fails)
        {
            setException(new ArithmeticException());
        }
        else
        {
            setResult();
        }

        Assert.Multiple(() =>
        {
            Assert.Throws<InvalidOperationException>(() => setResult());
            Assert.Throws<InvalidOperationException>(() => setException(new ArithmeticException()));
            Assert.That(task().Status, Is.EqualTo(fails ? TaskStatus.Faulted : TaskStatus.RanToCompletion));
            Assert.That(task().Exception?.InnerException, fails ? Is.TypeOf<ArithmeticException>() : Is.Null);
        });
    }

    private struct Machine : IAsyncStateMachine
    {
        public readonly void MoveNext() => Assert.Fail("It has been resumed.");

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }

    private sealed class ClassMachine : IAsyncStateMachine
    {
        public int Moves { get; private set; }

        public void MoveNext() => Moves++;

        public void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
