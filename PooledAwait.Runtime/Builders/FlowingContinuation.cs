using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>
/// A continuation that runs in the ExecutionContext in which it was registered. Only code that calls OnCompleted of an awaiter needs this class. Async methods
/// call UnsafeOnCompleted.
/// </summary>
[StackTraceHidden]
internal sealed class FlowingContinuation
{
    /// <summary>Runs a <see cref="FlowingContinuation"/>, which is this delegate's state.</summary>
    public static readonly Action<object?> Run = [StackTraceHidden] static (self) => ((FlowingContinuation)self!).RunInContext();

    private static readonly ContextCallback s_invoke = [StackTraceHidden] static (self) => ((FlowingContinuation)self!).Invoke();

    private readonly ExecutionContext _context;
    private readonly Action<object?> _continuation;
    private readonly object? _state;

    private FlowingContinuation(ExecutionContext context, Action<object?> continuation, object? state)
    {
        _context = context;
        _continuation = continuation;
        _state = state;
    }

    /// <summary>
    /// Replaces a continuation by a <see cref="FlowingContinuation"/>, which captures the current ExecutionContext. Does nothing if the flow of that context is
    /// suppressed.
    /// </summary>
    public static void Wrap(ref Action<object?> continuation, ref object? state)
    {
        if (ContextFlow.Capture() is { } context)
        {
            state = new FlowingContinuation(context, continuation, state);
            continuation = Run;
        }
    }

    public void RunInContext() => ContextFlow.Run(_context, s_invoke, this);

    private void Invoke() => _continuation(_state);
}
