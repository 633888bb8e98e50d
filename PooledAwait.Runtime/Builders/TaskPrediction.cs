#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>Predicts, for one method on one thread, whether the callers of the next calls that suspend will ask <see cref="OwnTask"/> for a task: the callers of the calls before did.</summary>
/// <remarks>
/// <para>
/// Of such a call the base library's builder makes its task, which is one object; a box and a task take more time. If the prediction is wrong, the caller gets a task where a pooled box would have done, or a box
/// and then a task: it notices nothing of either.
/// </para>
/// <para>
/// A call that gets its task at once does not show whether its caller asks. So now and then a call gets a box: if the caller does not ask, the calls after it get boxes too.
/// </para>
/// <para>An instance belongs to one thread. Woven code asks directly after the call returns, on the thread that made the call.</para>
/// </remarks>
internal sealed class TaskPrediction
{
    /// <summary>So many callers in a row must ask. A method with callers of both kinds keeps its boxes.</summary>
    private const int Enough = 2;

    /// <summary>So many calls then get their task at once.</summary>
    private const int InARow = 255;

    private int _asked;
    private bool _isOpen;

    /// <summary>Tells of a call that gets a box.</summary>
    public void Begin()
    {
        if (_isOpen)
        {
            _asked = 0; // the caller of the last such call did not ask
        }

        _isOpen = true;
    }

    /// <summary>Tells that the caller of that call asks.</summary>
    /// <returns>How many calls from now on get their task at once.</returns>
    public int Ask()
    {
        _isOpen = false;
        _asked = Math.Min(_asked + 1, Enough);
        return _asked == Enough ? InARow : 0;
    }
}
#endif
