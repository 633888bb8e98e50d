#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>
/// Predicts whether the callers of a method's next suspending calls will need a task from <see cref="OwnTask"/>. Assumes that these callers behave like the
/// earlier callers on the same thread.
/// </summary>
/// <remarks>
/// <para>
/// A prediction saves time. If a task is predicted, the call gets its task at once: the base library's builder makes only one object, which is both the task
/// and the box. Without a prediction, the call would use a pooled box, and would later make a task and another object, which completes the task. A wrong
/// prediction changes nothing that the caller can see.
/// </para>
/// <para>
/// If a call gets its task at once, this class does not learn whether the caller would have needed a task. So now and then a call gets a box instead. If the
/// caller of that call needs no task, the next calls get boxes, too.
/// </para>
/// <para>
/// An instance belongs to one thread. This suffices, because woven code calls <see cref="OwnTask"/> on the thread that made the call, directly after the call
/// returns.
/// </para>
/// </remarks>
internal sealed class TaskPrediction
{
    /// <summary>
    /// The number of callers in a row that must need a task before calls get tasks at once. It is more than one, so that a method keeps its boxes if only some
    /// of its callers need tasks.
    /// </summary>
    private const int Enough = 2;

    /// <summary>The number of calls that get tasks at once after <see cref="Enough"/> callers in a row have needed a task.</summary>
    private const int InARow = 255;

    private int _asked;
    private bool _isOpen;

    /// <summary>Records a call that gets a box.</summary>
    public void Begin()
    {
        if (_isOpen)
        {
            _asked = 0; // the caller of the previous call with a box did not need a task
        }

        _isOpen = true;
    }

    /// <summary>Records that the caller of the last call with a box needs a task.</summary>
    /// <returns>The number of the following calls that get their task at once.</returns>
    public int Ask()
    {
        _isOpen = false;
        _asked = Math.Min(_asked + 1, Enough);
        return _asked == Enough ? InARow : 0;
    }
}
#endif
