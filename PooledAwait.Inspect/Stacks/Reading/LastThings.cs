using System.Globalization;
using System.Net;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>Describes the last thing of each chain of waiting calls: what the last call of the chain waits for.</summary>
internal sealed class LastThings
{
    private static readonly string[] s_operations = ["", "accept", "connect", "disconnect", "receive", "receive", "receive", "send", "send", "send"];

    private const string QueuedToRun = "queued to run";

    /// <summary>The value of <c>_dueTime</c> in a timer that has fired.</summary>
    private const int Elapsed = -1;

    private readonly Snapshot _snapshot;
    private readonly CopiedObjects _objects;
    private readonly RunningThreads _threads;
    private readonly ChannelWaits _channels;
    private readonly Dictionary<ulong, ulong> _semaphores = [];
    private readonly Dictionary<ulong, ulong> _sources = [];

    /// <summary>The pooled delays of woven WhenAny calls, by their tasks.</summary>
    private readonly Dictionary<ulong, ulong> _delays = [];

    public LastThings(Snapshot snapshot)
    {
        _snapshot = snapshot;
        _objects = snapshot.Objects;
        _threads = new(snapshot.Copy.Threads);
        _channels = new(_objects);
        foreach (var address in _objects.Addresses)
        {
            switch (_objects.TypeOf(address)!.Kind)
            {
                case ObjectKind.Semaphore:
                    AddWaiters(address);
                    break;
                case ObjectKind.Channel:
                    _channels.Add(address);
                    break;
                case ObjectKind.TaskSource:
                    _sources[_objects.Reference(address, "_task")] = address;
                    break;
                case ObjectKind.TimedWait:
                    _delays[_objects.Reference(_objects.Reference(address, "_source"), "_task")] = address;
                    break;
            }
        }
    }

    /// <summary>
    /// Describes the wait of a call whose awaiter refers to no known object. If the program defines the awaiter's type, the description is that type's name.
    /// </summary>
    public static Wait Unknown(Call call) => Wait.Last(call.Address, call.Place.OwnAwaiter ?? "something unknown", looksTheSameAgain: call.Awaited == 0);

    /// <summary>Describes the wait of a call that only yields.</summary>
    public static Wait Yielding(Call call) => Wait.Last(call.Address, QueuedToRun, looksTheSameAgain: true);

    /// <summary>Describes a call whose state does not show whether it runs.</summary>
    public Wait QueuedOrRunning(Call call) => Wait.Last(call.Address, _threads.MayRun(call) ? "runs, or is queued to run" : QueuedToRun, looksTheSameAgain: true);

    /// <summary>Returns whether an object other than a task is complete, according to one of its fields.</summary>
    public static bool IsCompletedSource(CopiedObjects objects, ulong address) =>
        objects.TypeOf(address)?.Fields is { } fields
        && (fields.Completed > 0 ? (byte)objects.Int32(address, fields.Completed) != 0 : objects.CompletionMark != 0 && objects.Reference(address, fields.Continuation) == objects.CompletionMark);

    public Wait Running(Call call) => Wait.Last(call.Address, _threads.Describe(call), looksTheSameAgain: !_threads.StandsStill(call));

    /// <summary>Returns the semaphore that a last thing represents; 0 if it represents something else.</summary>
    public ulong SemaphoreOf(Wait last) => _semaphores.GetValueOrDefault(last.Address);

    public Wait Of(ulong address)
    {
        if (_objects.TypeOf(address) is not { } type)
        {
            return Wait.Last(address, "an object that could not be read");
        }

        if (type.Is("System.Threading.Tasks.Task"))
        {
            return OfTask(address, type);
        }

        if (Calls.IsCompletedBox(_objects, address) || IsCompletedSource(_objects, address))
        {
            return Queued(address);
        }

        if (type.Is("PooledAwait.Runtime.DelayPromise"))
        {
            return OfDelay(address, address);
        }

        if (ChannelWaits.IsOperation(type))
        {
            return _channels.WordsOf(address) is { } channel ? Wait.Last(address, channel) : Queued(address);
        }

        var words =
            type.Is("System.Net.Sockets.SocketAsyncEventArgs") ? OfSocket(address)
            : type.Is("System.Threading.PeriodicTimer+State") ? "PeriodicTimer"
            : type.Is("System.IO.Pipelines.Pipe+DefaultPipeReader") ? "pipe (nothing to read)"
            : type.Is("System.IO.Pipelines.Pipe+DefaultPipeWriter") ? "pipe (full)"
            : TypeName.Short(type.Name);
        return Wait.Last(address, words);
    }

    private static Wait Queued(ulong address) => Wait.Last(address, QueuedToRun);

    private Wait OfTask(ulong address, HeapType type)
    {
        if (!Calls.IsIncomplete(_objects, address))
        {
            return Queued(address);
        }

        if (_semaphores.TryGetValue(address, out var semaphore))
        {
            return Wait.Last(address, string.Create(CultureInfo.InvariantCulture, $"SemaphoreSlim (count {_objects.Int32(semaphore, "m_currentCount")})"));
        }

        if (type.Is("System.Threading.Tasks.Task+DelayPromise"))
        {
            return Wait.Last(address, "Task.Delay", TimeLeft(_objects.Reference(address, "_timer")));
        }

        if (_delays.TryGetValue(address, out var delay))
        {
            return OfDelay(address, delay);
        }

        if (_sources.TryGetValue(address, out var source))
        {
            return Wait.Last(address, OfSource(_objects.TypeOf(source)!));
        }

        if (RuntimeAsyncTask.Is(type))
        {
            return _objects.Reference(address, RuntimeAsyncTask.ContinuationField) != 0 ? Wait.Last(address, "a call that the runtime itself suspends (not shown)")
                : Wait.Last(address, "a call that the runtime itself suspends, and that runs", looksTheSameAgain: true);
        }

        var (isWork, flags) = (_objects.Reference(address, "m_action") != 0, _objects.Int32(address, "m_stateFlags") ?? 0);
        return Wait.Last(
            address,
            isWork && (flags & TaskFlags.WaitsForChildren) != 0 ? "Task.Run (waits for its child tasks)"
            : isWork && (flags & TaskFlags.DelegateInvoked) != 0 ? "Task.Run (running)"
            : isWork && (flags & TaskFlags.Started) == 0 ? "Task (not started)"
            : isWork ? "Task.Run (queued)"
            : TypeName.Definition(type.Name) != "System.Threading.Tasks.Task" ? TypeName.Short(type.Name) // a task of a derived class, which completes itself
            : $"{TypeName.Short(type.Name)} whose TaskCompletionSource or call is gone");
    }

    private static string OfSource(HeapType source) =>
        !source.Is("System.Threading.Tasks.Parallel+ForEachAsyncState") ? TypeName.Short(source.Name)
        : source.Ancestry[0].EndsWith("ForEachAsyncState", StringComparison.Ordinal) ? "Parallel.ForEachAsync"
        : "Parallel.ForAsync";

    /// <param name="address">The object that the call awaits.</param>
    /// <param name="delay">The object (a <c>TimedWait</c> of PooledAwait.Runtime) that has the delay's timer.</param>
    private Wait OfDelay(ulong address, ulong delay)
    {
        var timer = _objects.Reference(delay, "_timer._timer");
        return Wait.Last(address, "Task.Delay", TimeLeft(_objects.Reference(_objects.Reference(timer, "_timer"), "_timer")));
    }

    private long? TimeLeft(ulong timer) =>
        _objects.Int64(timer, "_startTicks") is { } start && _objects.Int32(timer, "_dueTime") is { } due && _snapshot.Ticks is { } now
            && due != Elapsed ? Math.Max(0, (uint)due - (now - start))
            : null;

    private string OfSocket(ulong arguments)
    {
        var socket = _objects.Reference(arguments, "_currentSocket");
        var operation = _objects.TypeOf(arguments)!.Fields.OffsetOf("_completedOperation") is > 0 and var place ? _objects.Int32(arguments, place) : 0;
        var verb = operation > 0 && operation < s_operations.Length ? $" ({s_operations[operation]})" : "";
        var remote = OfEndPoint(_objects.Reference(socket, "_remoteEndPoint")) ?? OfEndPoint(_objects.Reference(socket, "_rightEndPoint"));
        return $"socket{verb}{(remote == null ? "" : $" {remote}")}";
    }

    private string? OfEndPoint(ulong endPoint)
    {
        var address = _objects.Reference(endPoint, "_address");
        if (_objects.TypeOf(address) is not { } type)
        {
            return null;
        }

        var numbers = _objects.Reference(address, "_numbers");
        Span<byte> bytes = stackalloc byte[16];
        for (var i = 0; numbers != 0 && i < 8; i++)
        {
            var number = (ushort)_objects.Int32(numbers, 16 + (2 * i));
            (bytes[2 * i], bytes[(2 * i) + 1]) = ((byte)(number >> 8), (byte)number);
        }

        var ip = numbers != 0 ? new IPAddress(bytes) : new IPAddress((uint)_objects.Int32(address, type.Fields.OffsetOf("_addressOrScopeId")));
        return new IPEndPoint(ip.IsIPv4MappedToIPv6 ? ip.MapToIPv4() : ip, _objects.Int32(endPoint, "_port") ?? 0).ToString();
    }

    /// <summary>Adds the waiters of a semaphore, which form a linked list.</summary>
    private void AddWaiters(ulong semaphore)
    {
        for (var node = _objects.Reference(semaphore, "m_asyncHead"); node != 0 && _semaphores.TryAdd(node, semaphore); node = _objects.Reference(node, "Next"))
        {
        }
    }
}
