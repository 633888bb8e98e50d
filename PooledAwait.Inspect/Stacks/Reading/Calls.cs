using PooledAwait.Inspect.Stacks.Naming;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>Finds the calls of a process by the objects that hold their state: boxes, state machines and continuations.</summary>
internal sealed class Calls
{
    /// <summary>The number of low bits in a pooled box's ticket that hold the phase of the call. The other bits count the box's calls.</summary>
    public const int PhaseBits = 2;

    /// <summary>The start of the names of PooledAwait.Runtime's own state machines. Only the library's self-tests have such machines.</summary>
    private const string SelfTests = "PooledAwait.Runtime.";

    private const int CompletedPhase = 3;
    private const int RegisteredPhase = 2;
    private const int PhaseMask = (1 << PhaseBits) - 1;

    private readonly CopiedObjects _objects;
    private readonly Modules _modules;
    private readonly Dictionary<HeapType, MachineLayout?> _layouts = [];
    private readonly List<Call> _inFlight = [];

    private Calls(CopiedObjects objects, Modules modules) => (_objects, _modules) = (objects, modules);

    /// <summary>A map. Each key is a task that only passes on the result of another object. The value is this other object.</summary>
    public IReadOnlyDictionary<ulong, ulong> HandedOn { get; private set; } = new Dictionary<ulong, ulong>();

    /// <summary>The calls that wait or run.</summary>
    public IReadOnlyList<Call> InFlight => _inFlight;

    /// <summary>For each method, the number of calls that have ended, but whose result has not been taken yet. Only a ValueTask's box keeps a result.</summary>
    public SortedDictionary<string, int> Completed { get; } = new(StringComparer.Ordinal);

    /// <summary>For each method, the number of idle boxes.</summary>
    public SortedDictionary<string, int> Idle { get; } = new(StringComparer.Ordinal);

    /// <summary>
    /// The number of continuations that do not identify the method that the runtime itself has suspended. Only .NET 10 has such continuations, one or more for
    /// each call.
    /// </summary>
    public int NotShown { get; private set; }

    /// <summary>The number of suspended calls whose methods are unknown.</summary>
    public int Unnamed => _inFlight.Count(call => call is { Machine: null, State: not Call.Running } && call.Place.Method == Suspension.Unknown.Method);

    public static Calls Read(Snapshot snapshot, Modules modules)
    {
        var objects = snapshot.Objects;
        var calls = new Calls(objects, modules);
        var runtimeAsync = new RuntimeAsyncCalls(snapshot, modules);
        foreach (var address in objects.Addresses)
        {
            var type = objects.TypeOf(address)!;
            switch (type.Kind)
            {
                case ObjectKind.PooledBox or ObjectKind.DefaultBox when calls.IsSelfTest(type):
                    break;
                case ObjectKind.PooledBox:
                    calls.AddPooled(address, type);
                    break;
                case ObjectKind.DefaultBox when IsIncomplete(objects, address):
                    calls.AddDefault(address, type, isInFlight: static (_, _) => true);
                    break;
                case ObjectKind.Task when RuntimeAsyncTask.Is(type) && IsIncomplete(objects, address):
                    calls.AddRuntimeAsync(runtimeAsync.Of(address), address);
                    break;
                case ObjectKind.RuntimeAsync when type.Fields.OffsetOf(ResumePoints.InfoField) < 0:
                    calls.NotShown++;
                    break;
                case ObjectKind.BaseLibraryPooledBox:
                    calls.AddDefault(address, type, static (references, box) => references.Any(reference => reference.Object == box));
                    break;
            }
        }

        calls.HandedOn = runtimeAsync.HandedOn;
        calls.AddRelays();
        return calls;
    }

    /// <summary>Returns whether a task has not completed.</summary>
    public static bool IsIncomplete(CopiedObjects objects, ulong task) => objects.Int32(task, "m_stateFlags") is { } flags && (flags & TaskFlags.Completed) == 0;

    /// <summary>Returns whether a box belongs to a pooled call that has ended, but whose result has not been taken.</summary>
    public static bool IsCompletedBox(CopiedObjects objects, ulong box) =>
        objects.TypeOf(box)?.Kind == ObjectKind.PooledBox && (objects.Int32(box, "_completion._ticket") & PhaseMask) == CompletedPhase;

    /// <summary>Returns whether a box is left from a self-test of PooledAwait.Runtime, and so is not a call of the program.</summary>
    private bool IsSelfTest(HeapType box) => LayoutOf(box, MachineLayout.OfBox) is { Type.Name: var machine } && machine.StartsWith(SelfTests, StringComparison.Ordinal);

    private void AddPooled(ulong box, HeapType type)
    {
        var ticket = _objects.Int32(box, "_completion._ticket");
        if (MachineOf(box, type) is var (machine, holder) && References(machine, holder).Any(reference => reference.Object == box && reference.Path is "_source" or "_box"))
        {
            var call = Add(box, isPooled: true, machine, holder);
            if (call != null)
            {
                call.IsAwaited |= (ticket & PhaseMask) == RegisteredPhase;
            }

            return;
        }

        var counts = IsCompletedBox(_objects, box) ? Completed : Idle;
        var method = TypeName.Method(MachineLayout.OfBox(type)?.Type.Name ?? TypeName.FirstArgument(type.Name));
        counts[method] = counts.GetValueOrDefault(method) + 1;
    }

    private void AddRuntimeAsync(IReadOnlyList<Call> chain, ulong task)
    {
        if (chain.Count > 0)
        {
            AddWaiters(chain[^1], task);
            _inFlight.AddRange(chain);
        }
    }

    private void AddDefault(ulong box, HeapType type, Func<IEnumerable<(string Path, ulong Object)>, ulong, bool> isInFlight)
    {
        if (MachineOf(box, type) is var (machine, holder) && isInFlight(References(machine, holder), box))
        {
            Add(box, isPooled: false, machine, holder);
        }
    }

    private Call? Add(ulong box, bool isPooled, MachineLayout machine, ulong holder)
    {
        var state = machine.StateOffset > 0 ? _objects.Int32(holder, machine.StateOffset) : Call.OfUnknownState;
        if (state < Call.Running)
        {
            return null; // an async iterator between two items, or a machine that has just ended
        }

        var place = _modules.SuspensionsOf(machine.Type, machine.Names).Of(state);
        var dynamic = DynamicTask.Of(_objects, machine, holder);
        if (dynamic != null)
        {
            (state, place) = (dynamic.Runs ? Call.Running : state, place with { Method = dynamic.Method ?? place.Method });
        }

        var call = new Call(box, isPooled, machine, holder, state) { Place = place };
        call.Promises.Add(box);
        if (holder != box)
        {
            call.Promises.Add(holder);
        }

        call.Promises.AddRange(References(machine, holder).Select(reference => reference.Object).Where(promise => promise != box && _objects.TypeOf(promise)?.Kind == ObjectKind.Task));
        foreach (var promise in call.Promises)
        {
            AddWaiters(call, promise);
        }

        call.IsAwaited |= holder != box && !isPooled && _objects.TypeOf(holder)!.Fields.TryFind("<>v__promiseOfValueOrEnd._version", out _);
        call.Awaited = state == Call.Running ? 0
            : dynamic != null ? dynamic.Awaited
            : call.Place.Awaiter is { } awaiter ? _objects.Reference(holder, machine.AwaitedBy(awaiter))
            : OnlyAwaited(machine, holder);
        _inFlight.Add(call);
        return call;
    }

    /// <summary>
    /// Finds the awaited object if the awaiter's field is unknown: the object to which an awaiter of the machine refers. If the awaiters refer to several
    /// objects, returns the first one. For a machine of F#, returns 0 instead, because F# leaves used awaiters in their fields.
    /// </summary>
    private ulong OnlyAwaited(MachineLayout machine, ulong holder)
    {
        var awaited = machine.Awaited.Select(offset => _objects.Reference(holder, offset)).Where(address => address != 0).Distinct().Take(2).ToList();
        return awaited.Count == 1 || machine.Names.ShowsRunning ? awaited.FirstOrDefault() : 0;
    }

    private void AddWaiters(Call call, ulong promise)
    {
        var continuation = _objects.Reference(promise, "m_continuationObject");
        var several = _objects.TypeOf(continuation)?.Is("System.Collections.Generic.List") == true ? _objects.Elements(continuation).ToList() : null;

        // A continuation that was removed leaves an empty slot in the list.
        call.IsAwaited |= several?.Any(one => one != 0) ?? continuation != 0;
        call.BlocksThread |= several?.Any(Blocks) ?? Blocks(continuation);
    }

    private bool Blocks(ulong continuation) =>
        _objects.TypeOf(continuation) is { } type && (type.Is("System.Threading.Tasks.Task+SetOnInvokeMres") || type.Is("System.Threading.Tasks.Task+SetOnCountdownMres"));

    /// <summary>If code has called <c>AsTask</c> on a pooled call's ValueTask, adds the resulting task to the call's promises.</summary>
    private void AddRelays()
    {
        foreach (var call in _inFlight.Where(call => call.IsPooled))
        {
            var relay = _objects.Reference(call.Address, "_completion._continuationState");
            call.IsAwaited &= relay != call.Address; // the box of a discarded call refers to itself here
            if (_objects.TypeOf(relay)?.Kind == ObjectKind.Relay)
            {
                var task = _objects.Reference(relay, "_builder.m_task");
                call.IsAwaited = false;
                call.Promises.Add(task != 0 ? task : _objects.Reference(_objects.Reference(relay, "_source"), "_task"));
                AddWaiters(call, call.Promises[^1]);
            }
        }
    }

    private IEnumerable<(string Path, ulong Object)> References(MachineLayout machine, ulong holder) =>
        machine.BuilderReferences.Select(field => (field.Path, _objects.Reference(holder, field.Offset)));

    private (MachineLayout Machine, ulong Holder)? MachineOf(ulong box, HeapType type)
    {
        if (LayoutOf(type, MachineLayout.OfBox) is { } inBox)
        {
            return (inBox, box);
        }

        var machine = _objects.Reference(box, "StateMachine");
        return _objects.TypeOf(machine) is { } own && LayoutOf(own, MachineLayout.OfObject) is { } layout ? (layout, machine) : null;
    }

    private MachineLayout? LayoutOf(HeapType type, Func<HeapType, MachineLayout?> read)
    {
        if (!_layouts.TryGetValue(type, out var layout))
        {
            layout = read(type);
            _layouts.Add(type, layout);
        }

        return layout;
    }
}
