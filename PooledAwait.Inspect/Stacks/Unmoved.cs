using PooledAwait.Inspect.Stacks.Reading;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks;

/// <summary>
/// Finds the calls that did not go on from one look to the next: the box is at the same address, all that it holds but references is the same, the version of a pooled one too, and it waits for the
/// same object for the same time. Where the garbage collector has moved one of the two the call counts as gone on; it moves young objects only, once or twice. A call of which two looks cannot tell
/// whether it has come back to its place, as one that only lets others run, counts as gone on too.
/// </summary>
internal sealed class Unmoved
{
    private HashSet<(ulong Address, int Content)>? _stayed;

    /// <summary>Takes in one more look.</summary>
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

    /// <summary>The boxes of those that did not go on in all looks.</summary>
    public IReadOnlySet<ulong> Addresses { get; private set; } = new HashSet<ulong>();

    private static int ContentOf(CopiedObjects objects, Call call)
    {
        var hash = new HashCode();
        hash.Add(call.State);
        hash.Add(objects.TypeOf(call.Address)!.Name, StringComparer.Ordinal);
        AddAwaited(call.Awaited);
        Add(call.Address);
        if (call.Holder != call.Address)
        {
            Add(call.Holder);
        }

        return hash.ToHashCode();

        // A box and a timer may be the same object in one wait and in the next.
        void AddAwaited(ulong address)
        {
            hash.Add(address);
            hash.Add(objects.Int32(address, "_completion._ticket") >> Calls.PhaseBits);
            hash.Add(objects.Int64(objects.Reference(address, "_timer"), "_startTicks"));
        }

        void Add(ulong address)
        {
            var bytes = objects.BytesOf(address).ToArray();
            foreach (var field in objects.TypeOf(address)!.Fields.All.Where(field => field.IsReference || field.Path == "m_stateFlags"))
            {
                bytes.AsSpan(field.Offset, field.IsReference ? sizeof(ulong) : sizeof(int)).Clear(); // which the collector, and whoever begins to wait, may change
            }

            hash.AddBytes(bytes);
        }
    }
}
