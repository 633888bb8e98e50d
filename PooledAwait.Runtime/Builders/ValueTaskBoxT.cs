using System.Diagnostics;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>A <see cref="ValueTaskBox"/> with its result.</summary>
/// <typeparam name="TResult">The result's type; <see cref="VoidResult"/> where there is none.</typeparam>
[StackTraceHidden]
internal abstract class ValueTaskBox<TResult> : ValueTaskBox, IValueTaskSource<TResult>, IValueTaskSource
{
    /// <summary>Written before completion, read and cleared by the one consumer that got the result.</summary>
    private TResult? _result;

    /// <summary>Completes the call with a result.</summary>
    /// <param name="result">The result.</param>
    /// <param name="source">The builder's field that refers to this box.</param>
    /// <exception cref="InvalidOperationException">It was completed before.</exception>
    internal void SetResult(TResult result, ref object? source)
    {
        ThrowIfCompleted();
        Release(ref source);
        _result = result;
        Complete();
    }

    /// <summary>Takes the result, once, and gives the box back to the pool.</summary>
    /// <remarks>Blocks where the call is not yet complete, as the default builder's task does.</remarks>
    /// <exception cref="InvalidOperationException">The result was consumed before.</exception>
    public TResult GetResult(short token)
    {
        var error = Consume(token);
        var result = _result;
        _result = default;
        if (!IsRetired)
        {
            Recycle();
        }

        error?.Throw();
        return result!;
    }

    void IValueTaskSource.GetResult(short token) => GetResult(token);

    /// <summary>Gives the box back to its pool; it holds nothing of the call any more.</summary>
    protected abstract void Recycle();
}
