using PooledAwait.Inspect.Stacks.Reading;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks;

/// <summary>
/// Finds the calls that made no progress from one look to the next. In both looks, the box of such a call has the same address and the same content, and the
/// call is in the same wait for the same object. (The content includes a pooled box's version, but no references.) If the garbage collector has moved the box
/// or the awaited object, the call wrongly counts as having made progress. This is rare, because the collector mostly moves young objects, and each of these
/// only once or twice. A call that may have continued and come back to its place unseen, such as a call that only yields, also counts as having made progress.
/// </summary>
internal sealed class Unmoved
{
    private HashSet<(ulong Address, int Content)>? _stayed;

    /// <summary>Adds the next look at the process.</summary>
    public void Add(StackLook look)
    {
        var seen = look.Graph.Calls.Where(wait => !wait.On.Exists(on => on.LooksTheSameAgain)).Select(wait => (wait.Address, Content: ContentOf(look.Snapshot.Objects, wait.Call!))).ToHashSet();
        if (_stayed == null)
        {
            _stayed = seen;
        }
        else
        {
            _stayed.IntersectWith(seen);
        }

        Addresses = _stayed.Select(call => call.Address).ToHashSet();
    }

    /// <summary>The addresses of the calls that made no progress over all looks.</summary>
    public IReadOnlySet<ulong> Addresses { get; private set; } = new HashSet<ulong>();

    private static int ContentOf(CopiedObjects objects, Call call)
    {
        var hash = new HashCode();
        hash.Add(call.State);
        hash.Add(call.Place.Method, StringComparer.Ordinal);
        hash.Add(objects.TypeOf(call.Address)?.Name, StringComparer.Ordinal);
        AddAwaited(call.Awaited);
        Add(call.Address);
        if (call.Holder != call.Address)
        {
            Add(call.Holder);
        }

        return hash.ToHashCode();

        // A call may wait for the same box or timer twice in succession. To distinguish these waits, add the box's version or the timer's start time.
        void AddAwaited(ulong address)
        {
            hash.Add(address);
            hash.Add(objects.Int32(address, "_completion._ticket") >> Calls.PhaseBits);
            hash.Add(objects.Int64(objects.Reference(address, "_timer"), "_startTicks"));
        }

        void Add(ulong address)
        {
            if (objects.TypeOf(address) is not { } type)
            {
                return; // the address of a running call without a machine is not that of an object
            }

            var bytes = objects.BytesOf(address).ToArray();
            foreach (var offset in type.References)
            {
                bytes.AsSpan(offset, sizeof(ulong)).Clear();
            }

            foreach (var field in type.Fields.All.Where(field => field.IsReference || field.Path == "m_stateFlags"))
            {
                bytes.AsSpan(field.Offset, field.IsReference ? sizeof(ulong) : sizeof(int)).Clear(); // the collector, or code that begins to wait for the call, may change these
            }

            if (type.Fields.OffsetOf("_completion._ticket") is >= 0 and var ticket)
            {
                bytes[ticket] &= unchecked((byte)-(1 << Calls.PhaseBits)); // code that begins to wait for the call changes the phase
            }

            hash.AddBytes(bytes);
        }
    }
}
