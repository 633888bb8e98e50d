using System.Threading.Tasks.Sources;

namespace AssemblyToProcess.Support;

/// <summary>A reusable signal. One call at a time can wait for it, with the base library's own awaiters. Waiting allocates nothing.</summary>
public sealed class Signal : IValueTaskSource
{
    private Action<object?>? _continuation;
    private object? _state;
    private short _token;
    private bool _isSet;

    public ValueTask Wait() => new(this, _token);

    /// <summary>Resumes the waiting call on this thread, again and again until no call waits.</summary>
    public void SetAll()
    {
        while (_continuation is { } continuation)
        {
            _continuation = null;
            _isSet = true;
            continuation(_state);
        }
    }

    public ValueTaskSourceStatus GetStatus(short token) => _isSet ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Pending;

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _state = state;
        _continuation = continuation;
    }

    public void GetResult(short token)
    {
        _isSet = false;
        _token++;
    }
}
