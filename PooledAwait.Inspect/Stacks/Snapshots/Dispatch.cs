using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>
/// A loop in which a thread runs methods that the runtime itself suspends: first the innermost method, then this method's callers one after the other.
/// </summary>
/// <param name="Address">The address of the loop's <c>AsyncDispatcherInfo</c>, on the thread's stack.</param>
/// <param name="Next">The continuation of the running method's caller; 0 if there is no caller.</param>
/// <param name="Task">The task of the outermost caller.</param>
internal sealed record Dispatch(ulong Address, ulong Next, ulong Task)
{
    /// <summary>The type of the loop's state.</summary>
    public const string InfoType = "System.Runtime.CompilerServices.AsyncDispatcherInfo";

    /// <summary>The field with the thread's innermost loop.</summary>
    public const string CurrentField = "t_current";

    /// <summary>The offset of the pointer to the next outer loop, in <c>AsyncDispatcherInfo</c>.</summary>
    public const int OuterOffset = 0;

    /// <summary>The offset of the caller's continuation.</summary>
    public const int NextOffset = 8;

    /// <summary>The offset of the task.</summary>
    public const int TaskOffset = 16;

    /// <summary>The maximum number of loops to read from a thread. More loops would be a sign of damage.</summary>
    private const int MostLoops = 100;

    /// <summary>Returns the loops of a thread, innermost first.</summary>
    public static IReadOnlyList<Dispatch> Of(ClrThread thread, ClrThreadStaticField current, IDataReader reader)
    {
        var loops = new List<Dispatch>();
        for (var info = current.Read<ulong>(thread); info != 0 && loops.Count < MostLoops; info = reader.ReadPointer(info + OuterOffset))
        {
            loops.Add(new(info, reader.ReadPointer(info + NextOffset), reader.ReadPointer(info + TaskOffset)));
        }

        return loops;
    }
}
