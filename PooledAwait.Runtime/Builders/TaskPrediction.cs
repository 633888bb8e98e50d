#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>
/// Predicts, for one method on one thread, whether the callers of the next suspending calls will ask <see cref="OwnTask"/> for a task. Assumes that they do what earlier callers did.
/// </summary>
/// <remarks>
/// <para>
/// This saves time: for such a call, the base library's builder makes one object, while we would use a box and then make a task and a relay. A wrong prediction
/// changes nothing that the caller can see.
/// </para>
/// <para>
/// If a call gets its task at once, nothing shows whether its caller would have asked. So now and then a call gets a box instead. If its caller does not ask, the next calls get boxes, too.
/// </para>
/// <para>An instance belongs to one thread. Woven code asks directly after the call returns, on the thread that made the call.</para>
/// </remarks>
internal sealed class TaskPrediction
{
    /// <summary>The number of callers in a row that must ask before calls get tasks at once. More than one, so that a method with callers of both kinds keeps its boxes.</summary>
    private const int Enough = 2;

    /// <summary>The number of calls that then get tasks at once.</summary>
    private const int InARow = 255;

    private int _asked;
    private bool _isOpen;

    /// <summary>Records a call that gets a box.</summary>
    public void Begin()
    {
        if (_isOpen)
        {
            _asked = 0; // the caller of the previous call with a box did not ask
        }

        _isOpen = true;
    }

    /// <summary>Records that the caller of the last call with a box asks for a task.</summary>
    /// <returns>The number of calls that will get their task at once.</returns>
    public int Ask()
    {
        _isOpen = false;
        _asked = Math.Min(_asked + 1, Enough);
        return _asked == Enough ? InARow : 0;
    }
}
#endif
