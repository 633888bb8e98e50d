using System.IO.Pipelines;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Pipelines.Sockets.Unofficial;

/// <summary>An awaitable operation of a socket.</summary>
public sealed class SocketAwaitableEventArgs(PipeScheduler? scheduler = null) : SocketAsyncEventArgs, ICriticalNotifyCompletion
{
    private static readonly Action s_completed = () => { };

    private Action? _continuation;
    private SocketError? _aborted;

    public bool IsCompleted => ReferenceEquals(Volatile.Read(ref _continuation), s_completed);

    public SocketAwaitableEventArgs GetAwaiter() => this;

    public int GetResult()
    {
        Volatile.Write(ref _continuation, null);
        var error = _aborted ?? SocketError;
        return error == SocketError.Success ? BytesTransferred : throw new SocketException((int)error);
    }

    public void OnCompleted(Action continuation)
    {
        if (ReferenceEquals(Interlocked.CompareExchange(ref _continuation, continuation, null), s_completed))
        {
            Schedule(continuation);
        }
    }

    public void UnsafeOnCompleted(Action continuation) => OnCompleted(continuation);

    public void Complete()
    {
        if (Interlocked.Exchange(ref _continuation, s_completed) is { } continuation && !ReferenceEquals(continuation, s_completed))
        {
            Schedule(continuation);
        }
    }

    public void Abort(SocketError error)
    {
        _aborted = error;
        Complete();
    }

    protected override void OnCompleted(SocketAsyncEventArgs e) => Complete();

    private void Schedule(Action continuation) => (scheduler ?? PipeScheduler.ThreadPool).Schedule(static state => ((Action)state!)(), continuation);
}
