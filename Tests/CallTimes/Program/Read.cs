using System.Threading.Tasks.Sources;

namespace CallTimes;

/// <summary>A read operation that the measuring thread itself completes. It allocates nothing.</summary>
public sealed class Read : IValueTaskSource<int>
{
    /// <summary>A read for methods whose state machines must not hold a reference to a read.</summary>
    public static readonly Read Shared = new();

    private Action<object?>? _continuation;
    private object? _state;
    private int _result;
    private bool _isCompleted;
    private short _token;

    public ValueTask<int> StartAsync()
    {
        _isCompleted = false;
        _continuation = null;
        return new ValueTask<int>(this, ++_token);
    }

    public void Complete(int result)
    {
        _result = result;
        _isCompleted = true;
        if (_continuation is { } continuation)
        {
            _continuation = null;
            continuation(_state);
        }
    }

    public int GetResult(short token) => _result;

    public ValueTaskSourceStatus GetStatus(short token) => _isCompleted ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Pending;

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _state = state;
        _continuation = continuation;
    }
}
