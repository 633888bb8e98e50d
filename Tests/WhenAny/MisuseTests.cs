using PooledAwait.Runtime;

namespace Tests.WhenAny;

/// <summary>Woven code awaits a result once. Handwritten code that takes or awaits a result twice gets an exception.</summary>
[Alone]
public class MisuseTests
{
    [Test]
    public void Tells_who_takes_a_result_twice()
    {
        var source = new TaskCompletionSource();
        var other = new TaskCompletionSource().Task;
        var result = AwaitedWhenAny.WhenAny(source.Task, other);
        source.SetResult();
        Assert.That(result.GetAwaiter().GetResult(), Is.SameAs(source.Task));
        Assert.That(
            () => result.GetAwaiter().GetResult(),
            Throws.InvalidOperationException.With.Message.StartWith(
                "The ValueTask returned by PooledAwait.Runtime.AwaitedWhenAny.WhenAny was used after"));

        // The misuse must not affect the next call, which may use the same promise.
        var next = AwaitedWhenAny.WhenAny(new TaskCompletionSource().Task, other);
        Assert.That(() => result.IsCompleted, Throws.InvalidOperationException);
        Assert.That(next.IsCompleted, Is.False);
    }

    [Test]
    public void Tells_who_awaits_a_result_twice()
    {
        var pending = new TaskCompletionSource().Task;
        var awaiter = AwaitedWhenAny.WhenAny(pending, pending).GetAwaiter();
        awaiter.UnsafeOnCompleted(() => { });
        Assert.That(() => awaiter.UnsafeOnCompleted(() => { }), Throws.InvalidOperationException.With.Message.Contains("was awaited twice"));
    }
}
