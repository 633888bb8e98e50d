using Microsoft.Diagnostics.Runtime;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>
/// Finds the operations that wait for channels. A channel keeps each waiting operation in one of its lists, and removes an operation before completing it. So
/// an operation that is in none of the lists has stopped waiting for the channel: its continuation waits for a thread, or the channel no longer exists.
/// </summary>
internal sealed class ChannelWaits(CopiedObjects objects)
{
    private const string Operation = "System.Threading.Channels.AsyncOperation";

    private readonly HashSet<ulong> _readers = [];
    private readonly HashSet<ulong> _writers = [];
    private bool _isComplete = true;

    public static bool IsOperation(HeapType type) => type.Is(Operation);

    /// <summary>Adds the operations in a channel's lists.</summary>
    public void Add(ulong channel)
    {
        var lists = objects.TypeOf(channel)!.Fields.All.Where(field => field.IsReference && FollowedFields.IsListOfChannel(field.Path)).ToList();
        _isComplete &= lists.Count > 0;
        foreach (var list in lists)
        {
            AddList(objects.Reference(channel, list.Offset), list.Path.Contains("Writer", StringComparison.Ordinal) ? _writers : _readers);
        }
    }

    /// <summary>Returns a description of what an operation waits for; null if the operation's fields show that it has completed.</summary>
    public string? WordsOf(ulong operation)
    {
        var type = objects.TypeOf(operation)!;
        return IsCompleted(operation, type) ? null
            : _readers.Contains(operation) ? "channel (empty)"
            : _writers.Contains(operation) ? "channel (full)"
            : _isComplete ? "queued to run, or its channel is gone"
            : "channel";
    }

    private void AddList(ulong first, HashSet<ulong> waits)
    {
        if (objects.TypeOf(first)?.Is("System.Collections.Generic.Deque") == true)
        {
            var operations = objects.Elements(objects.Reference(first, "_array")).Where(operation => operation != 0).ToList();
            waits.UnionWith(operations);
            _isComplete &= operations.Count >= objects.Int32(first, "_size"); // only a part of a long array is copied
            return;
        }

        // The operations form a ring, or there is only one.
        for (var operation = first; operation != 0 && waits.Add(operation); operation = objects.Reference(operation, "<Next>k__BackingField"))
        {
        }
    }

    /// <summary>
    /// Returns whether an operation has a result or an error. If the operation has a cancellation token, <c>_completionReserved</c> shows that it is ending.
    /// Without a token, a result of zero cannot be distinguished from no result.
    /// </summary>
    private bool IsCompleted(ulong operation, HeapType type) =>
        ((string[])["_error", "_completionReserved", "_result"]).SelectMany(type.Fields.Under).Any(field => IsSet(operation, field));

    private bool IsSet(ulong operation, FieldPlace field)
    {
        var bits = objects.Int64(operation, field.Offset);
        return field.Element switch
        {
            ClrElementType.Boolean or ClrElementType.Int8 or ClrElementType.UInt8 => (byte)bits != 0,
            ClrElementType.Char or ClrElementType.Int16 or ClrElementType.UInt16 => (ushort)bits != 0,
            ClrElementType.Int32 or ClrElementType.UInt32 or ClrElementType.Float => objects.Int32(operation, field.Offset) != 0,
            _ => bits != 0,
        };
    }
}
