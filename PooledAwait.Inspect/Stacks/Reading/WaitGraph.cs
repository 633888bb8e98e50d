using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>The graph of calls and of what they wait for: other calls, joins (such as <c>Task.WhenAll</c>), and last things (the ends of chains).</summary>
internal sealed class WaitGraph
{
    private const string WhenEach = "System.Threading.Tasks.Task+WhenEachState";

    private readonly CopiedObjects _objects;
    private readonly LastThings _lastThings;
    private readonly IReadOnlyDictionary<ulong, ulong> _handedOn;
    private readonly Dictionary<ulong, Wait> _waits = [];
    private readonly Dictionary<ulong, ulong> _wovenWhenAny = [];

    /// <summary>Maps each join to the tasks whose continuations complete the join. Only this map shows what a Task.WhenAll waits for.</summary>
    private readonly Dictionary<ulong, List<ulong>> _inputs = [];

    private readonly Stack<(Wait Join, ulong Input)> _open = new();

    private WaitGraph(Snapshot snapshot, Calls calls)
    {
        _handedOn = calls.HandedOn;
        _objects = snapshot.Objects;
        _lastThings = new(snapshot);
    }

    /// <summary>A sentence about calls that are inside semaphores and may wait for each other; null if no such calls are known.</summary>
    public string? Circle { get; private set; }

    /// <summary>The calls in flight, each linked with the things that it waits for, and that wait for it.</summary>
    public IReadOnlyList<Wait> Calls { get; private set; } = [];

    public static WaitGraph Of(Snapshot snapshot, Calls calls)
    {
        var graph = new WaitGraph(snapshot, calls);
        graph.ReadJoins();
        graph.Calls = [.. calls.InFlight.Select(graph.AddCall)];
        foreach (var call in graph.Calls)
        {
            graph.Link(call);
        }

        graph.Circle = SemaphoreHolders.Of(snapshot.Objects, graph.Calls, graph._lastThings.SemaphoreOf).Circle;
        return graph;
    }

    private Wait AddCall(Call call)
    {
        var wait = Wait.Of(call);
        foreach (var promise in call.Promises.Where(promise => promise != 0))
        {
            _waits[promise] = wait;
        }

        return wait;
    }

    private void Link(Wait caller)
    {
        var call = caller.Call!;
        caller.WaitFor(
            call.State == Call.Running ? _lastThings.Running(call)
            : call.Machine is { Names.ShowsRunning: false } && (call.Place.IsYield || IsOver(call.Awaited)) ? _lastThings.QueuedOrRunning(call)
            : call.Place.IsYield ? LastThings.Yielding(call)
            : call.Awaited == 0 || (call.Place.OwnAwaiter != null && !IsWaitable(call.Awaited)) ? LastThings.Unknown(call)
            : Resolve(call.Awaited));
        while (_open.TryPop(out var next))
        {
            next.Join.WaitFor(Resolve(next.Input));
        }
    }

    /// <summary>
    /// Returns whether an object can be awaited. For an awaiter type that the program itself defines, the first reference in the awaiter counts
    /// as the awaited object. But this reference may lead to any object.
    /// </summary>
    private bool IsWaitable(ulong awaited) => _waits.ContainsKey(awaited) || _objects.TypeOf(awaited) is { } type && (type.Is("System.Threading.Tasks.Task") || type.Kind != ObjectKind.Other || type.Fields.ShowsCompletion);

    private bool IsOver(ulong awaited) => _objects.TypeOf(awaited)?.Is("System.Threading.Tasks.Task") == true && !Reading.Calls.IsIncomplete(_objects, awaited);

    private Wait Resolve(ulong address)
    {
        // Skips tasks that only pass on the result of another task. Stops if such tasks form a circle.
        var seen = new HashSet<ulong>();
        while (!_waits.ContainsKey(address) && HandedOnBy(address) is > 0 and var inner && seen.Add(address))
        {
            address = inner;
        }

        if (!_waits.TryGetValue(address, out var wait))
        {
            var (text, inputs) = JoinAt(address);
            wait = text == null ? _lastThings.Of(address) : Wait.Join(address, text);
            _waits.Add(address, wait);
            foreach (var input in inputs)
            {
                _open.Push((wait, input));
            }
        }

        return wait;
    }

    private ulong HandedOnBy(ulong address) =>
        _objects.TypeOf(address) is not { } type ? 0
        : type.Is("System.Threading.Tasks.ValueTask+ValueTaskSourceAsTask") ? _objects.Reference(address, "_source")
        : _handedOn.TryGetValue(address, out var awaited) ? awaited
        : type.Is("System.Threading.Tasks.UnwrapPromise") && _inputs.TryGetValue(address, out var inputs) && inputs.Count == 1 ? inputs[0]
        : 0;

    private (string? Text, IReadOnlyList<ulong> Inputs) JoinAt(ulong address)
    {
        var type = _objects.TypeOf(address);
        if (type == null || (type.Is("System.Threading.Tasks.Task") && !Reading.Calls.IsIncomplete(_objects, address)) || LastThings.IsCompletedSource(_objects, address))
        {
            return (null, []);
        }

        if (type.Kind == ObjectKind.WhenAnyPromise || _wovenWhenAny.ContainsKey(address))
        {
            return ("Task.WhenAny", WovenSlots(_wovenWhenAny.GetValueOrDefault(address, address)));
        }

        return type switch
        {
            _ when type.Is("PooledAwait.Runtime.WaitAsyncPromise") => ("Task.WaitAsync", [_objects.Reference(address, "_task")]),
            _ when type.Is("System.Threading.Tasks.Task+TwoTaskWhenAnyPromise") => ("Task.WhenAny", [_objects.Reference(address, "_task1"), _objects.Reference(address, "_task2")]),
            _ when type.Is("System.Threading.Tasks.TaskFactory+CompleteOnInvokePromise") => ("Task.WhenAny", [.. _objects.Elements(_objects.Reference(address, "_tasks"))]),
            _ when type.Is("System.Threading.Tasks.Task+CancellationPromise") => ("Task.WaitAsync", [_objects.Reference(address, "_task")]),
            _ when _objects.Reference(address, "m_antecedent") is > 0 and var antecedent => ("Task.ContinueWith", [antecedent]),
            _ when _inputs.TryGetValue(address, out var inputs) => (NameOf(type), inputs),
            _ => (null, []),
        };
    }

    private static string NameOf(HeapType type) =>
        type.Is("System.Threading.Tasks.Task+WhenAllPromise") ? "Task.WhenAll" : type.Is(WhenEach) ? "Task.WhenEach" : TypeName.Short(type.Name);

    private IReadOnlyList<ulong> WovenSlots(ulong promise)
    {
        var first = _objects.TypeOf(promise)!.Fields.OffsetOf("_tasks._first");
        return [.. Enumerable.Range(0, FollowedFields.WhenAnySlots).Select(slot => _objects.Reference(promise, first + (8 * slot))).Where(task => task != 0)];
    }

    private void ReadJoins()
    {
        foreach (var address in _objects.Addresses)
        {
            var type = _objects.TypeOf(address)!;
            if (type.Kind == ObjectKind.WhenAnyPromise && _objects.Reference(address, "_builder.m_task") is > 0 and var task)
            {
                _wovenWhenAny[task] = address;
            }
            else if (type.Is("System.Threading.Tasks.Task") && Reading.Calls.IsIncomplete(_objects, address))
            {
                var continuation = _objects.Reference(address, "m_continuationObject");
                AddInput(continuation, address);
                foreach (var one in _objects.Elements(continuation))
                {
                    AddInput(one, address);
                }
            }
        }
    }

    private void AddInput(ulong continuation, ulong task)
    {
        if (_objects.TypeOf(continuation) is not { } type)
        {
            return;
        }

        var completed = type.Is("System.Threading.Tasks.ContinueWithTaskContinuation") ? _objects.Reference(continuation, "m_task") : continuation;
        if (_objects.TypeOf(completed) is { } joins && (joins.Is("System.Threading.Tasks.Task") || joins.Is(WhenEach)))
        {
            if (!_inputs.TryGetValue(completed, out var inputs))
            {
                _inputs.Add(completed, inputs = []);
            }

            inputs.Add(task);
        }
    }
}
