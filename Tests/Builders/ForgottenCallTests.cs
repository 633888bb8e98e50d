using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;
using AssemblyToProcess.Support;
using PooledAwait.Runtime;

namespace Tests.Builders;

/// <summary>
/// Tests calls whose ValueTask is thrown away. The box of such a call must return to the pool, whatever thread completes the call. Other code must not notice
/// this return.
/// </summary>
[Thorough]
[Alone]
[SuppressMessage("Reliability", "CA2012", Justification = "They are thrown away, which is the point.")]
public sealed class ForgottenCallTests
{
    [Test]
    public void The_box_comes_back_when_the_call_completes()
    {
        var gate = new Turnstile();
        var call = Wait(gate);
        var box = BoxOf(call);

        var left = DirectTask.Forget(call);
        gate.Pass();

        Assert.That(left.IsCompletedSuccessfully, Is.True);
        Assert.That(BoxOf(Wait(new Turnstile())), Is.SameAs(box));
    }

    [Test]
    public void The_box_comes_back_at_once_where_the_call_has_completed()
    {
        var gate = new Turnstile();
        var call = Read(gate);
        var box = BoxOf(call);
        gate.Pass();

        var left = DirectTask.Forget(call);

        Assert.That(left.IsCompletedSuccessfully, Is.True);
        Assert.That(BoxOf(Read(new Turnstile())), Is.SameAs(box));
    }

    /// <summary>The completing thread returns the box at once. Nothing is posted to the current context, or queued to the scheduler.</summary>
    [Test]
    public void Neither_a_context_nor_a_scheduler_nor_a_task_is_asked()
    {
        var posts = new CountingContext();
        var scheduler = new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler;
        var gate = new Turnstile();
        object? box = null;
        Task.Factory.StartNew(
            () =>
            {
                SynchronizationContext.SetSynchronizationContext(posts);
                var call = Read(gate);
                box = BoxOf(call);
                _ = DirectTask.Forget(call);
                gate.Pass();
                Assert.That(BoxOf(Read(new Turnstile())), Is.SameAs(box));
            },
            CancellationToken.None,
            TaskCreationOptions.None,
            scheduler).GetAwaiter().GetResult();

        Assert.That(posts.Count, Is.Zero);
    }

    [Test]
    public void Something_else_is_asked_nothing()
    {
        var source = new Untouched();
        var task = new TaskCompletionSource<int>().Task;

        Assert.That(DirectTask.Forget(new ValueTask<int>(source, 7)), Is.EqualTo(new ValueTask<int>(source, 7)));
        Assert.That(DirectTask.Forget(new ValueTask(source, 8)), Is.EqualTo(new ValueTask(source, 8)));
        Assert.That(DirectTask.Forget(new ValueTask<int>(task)).AsTask(), Is.SameAs(task));
        Assert.That(DirectTask.Forget(new ValueTask<int>(9)).Result, Is.EqualTo(9));
    }

    /// <summary>After a ValueTask was consumed, its box may belong to another call. Forgetting the old ValueTask must not affect that call.</summary>
    [Test]
    public void A_box_that_another_call_has_stays_with_it()
    {
        var gate = new Turnstile();
        var first = Read(gate);
        gate.Pass();
        Assert.That(first.GetAwaiter().GetResult(), Is.EqualTo(1));
        gate = new Turnstile();
        var second = Read(gate);
        Assert.That(BoxOf(second), Is.SameAs(BoxOf(first)));

        _ = DirectTask.Forget(first);
        gate.Pass();

        Assert.That(second.GetAwaiter().GetResult(), Is.EqualTo(1));
    }

    /// <summary>UnobservedTaskException reports a forgotten call's exception, but no cancellation.</summary>
    [Test]
    public void A_failure_is_told_of_and_the_box_comes_back()
    {
        var told = new List<Exception>();
        EventHandler<UnobservedTaskExceptionEventArgs> note = (_, arguments) =>
        {
            lock (told)
            {
                told.AddRange(arguments.Exception.InnerExceptions.OfType<NotSupportedException>());
            }
        };
        TaskScheduler.UnobservedTaskException += note;
        var later = new NotSupportedException("later");
        var before = new NotSupportedException("before");
        FailAndForget(later, before);
        for (var i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        TaskScheduler.UnobservedTaskException -= note;
        Assert.That(told, Is.EquivalentTo(new[] { later, before }));
    }

    /// <summary>
    /// One thread starts each call, and forgets it after a delay of varying length. Another thread completes the call meanwhile. In a debug build, the pool
    /// reports a box that returns twice.
    /// </summary>
    [Test]
    public void Completing_meanwhile_does_no_harm()
    {
        const int Calls = 40_000;
        Turnstile? gate = null;
        var completed = 0;
        var completer = new Thread(() =>
        {
            for (var done = 0; done < Calls;)
            {
                if (Interlocked.Exchange(ref gate, null) is { } next)
                {
                    next.Pass();
                    Volatile.Write(ref completed, ++done);
                }
            }
        });
        completer.Start();
        for (var call = 0; call < Calls; call++)
        {
            var next = new Turnstile();
            var pending = Read(next);
            Volatile.Write(ref gate, next);
            Thread.SpinWait(call % 64);
            _ = DirectTask.Forget(pending);
            SpinWait.SpinUntil(() => Volatile.Read(ref completed) > call);
        }

        completer.Join();
        var ends = new Turnstile();
        var last = Read(ends);
        ends.Pass();
        Assert.That(last.GetAwaiter().GetResult(), Is.EqualTo(1));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void FailAndForget(Exception later, Exception before)
    {
        var gate = new Turnstile();
        var call = Fail(gate, later);
        var box = BoxOf(call);
        _ = DirectTask.Forget(call);
        gate.Pass();
        Assert.That(BoxOf(Fail(new Turnstile(), later)), Is.SameAs(box));

        gate = new Turnstile();
        call = Fail(gate, before);
        gate.Pass();
        _ = DirectTask.Forget(call);

        gate = new Turnstile();
        _ = DirectTask.Forget(Fail(gate, new OperationCanceledException()));
        gate.Pass();
    }

    private static object BoxOf<TValueTask>(TValueTask call)
        where TValueTask : struct =>
        typeof(TValueTask).GetField("_obj", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(call)!;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask Wait(Turnstile gate) => await gate;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Read(Turnstile gate)
    {
        await gate;
        return 1;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Fail(Turnstile gate, Exception exception)
    {
        await gate;
        throw exception;
    }

    private sealed class CountingContext : SynchronizationContext
    {
        public int Count { get; private set; }

        public override void Post(SendOrPostCallback d, object? state) => Count++;
    }

    private sealed class Untouched : IValueTaskSource<int>, IValueTaskSource
    {
        public int GetResult(short token) => throw new NotSupportedException();

        void IValueTaskSource.GetResult(short token) => throw new NotSupportedException();

        public ValueTaskSourceStatus GetStatus(short token) => throw new NotSupportedException();

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => throw new NotSupportedException();
    }
}
