using PooledAwait.Inspect.Stacks.Naming;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>
/// Finds the calls of methods that the runtime itself suspends. A task leads to a chain of continuations: first, one for the object that is awaited, then one
/// for each method, from the awaiting method to the outermost caller. Only the outermost caller has a task.
/// </summary>
internal sealed class RuntimeAsyncCalls
{
    private const string TaskContinuation = "System.Runtime.CompilerServices.RuntimeAsyncTaskContinuation";
    private const string SourceContinuation = "System.Runtime.CompilerServices.AsyncHelpers+ValueTaskSourceContinuation";

    private readonly IReadOnlyDictionary<ulong, ResumePoint> _points;
    private readonly CopiedObjects _objects;
    private readonly Modules _modules;
    private readonly Lazy<IReadOnlyDictionary<ulong, ulong>> _awaitedByAction;
    private readonly Dictionary<ulong, (ThreadFrames Thread, int Loop)> _running = [];

    public RuntimeAsyncCalls(Snapshot snapshot, Modules modules)
    {
        (_points, _objects, _modules) = (snapshot.Copy.ResumePoints, snapshot.Objects, modules);
        _awaitedByAction = new(() => AwaitedByAction.In(_objects));
        foreach (var thread in snapshot.Copy.Threads)
        {
            for (var loop = 0; loop < thread.Loops.Count; loop++)
            {
                _running.TryAdd(thread.Loops[loop].Task, (thread, loop));
            }
        }
    }

    /// <summary>A map. Each key is a task that only passes on the result of another object. The value is this other object.</summary>
    public Dictionary<ulong, ulong> HandedOn { get; } = [];

    /// <summary>Returns the calls in the chain of a task, the innermost first.</summary>
    public IReadOnlyList<Call> Of(ulong task)
    {
        var first = _objects.Reference(task, RuntimeAsyncTask.ContinuationField);
        var calls = new List<Call>();
        var awaited = 0UL;
        if (first == 0)
        {
            if (!_running.TryGetValue(task, out var running))
            {
                return []; // the call has just begun to run, or the thread was not read
            }

            var loop = running.Thread.Loops[running.Loop];
            calls.Add(Running(loop.Address, running.Thread, running.Loop));
            first = loop.Next;
        }
        else if (AwaitedBy(first) is > 0 and var known)
        {
            awaited = known;
        }

        var seen = new HashSet<ulong>();
        for (var continuation = first; continuation != 0 && seen.Add(continuation); continuation = _objects.Reference(continuation, "Next"))
        {
            if (_points.TryGetValue(_objects.Reference(continuation, ResumePoints.InfoField), out var point) && _modules.PlaceOf(point) is { } place)
            {
                calls.Add(Suspended(continuation, point, place, task, calls.Count > 0 ? calls[^1].Address : awaited));
            }
        }

        if (calls.Count > 0)
        {
            calls[^1].Promises.Add(task);
        }
        else if (awaited != 0)
        {
            HandedOn[task] = awaited;
        }

        // Each call is awaited by the next call in the chain. Only the waiters of the outermost call are registered with the task.
        foreach (var call in calls.Take(calls.Count - 1))
        {
            call.IsAwaited = true;
        }

        return calls;
    }

    /// <summary>Returns the object that a chain awaits; 0 if the first continuation belongs to a method.</summary>
    private ulong AwaitedBy(ulong continuation) =>
        _objects.TypeOf(continuation) is not { } type ? 0
        : type.Is(TaskContinuation) ? _objects.Reference(continuation, "Task")
        : type.Is(SourceContinuation) ? _objects.Reference(continuation, "Source")
        : 0;

    private Call Suspended(ulong continuation, ResumePoint point, Suspension place, ulong task, ulong awaited)
    {
        if (awaited == 0)
        {
            // A custom awaiter may have registered a delegate that resumes the task. Then the call waits for the object that will call this delegate. If no
            // delegate is registered, and the awaiter is not a custom one, then the awaited method has ended. The call then waits only for a thread.
            awaited = _awaitedByAction.Value.GetValueOrDefault(task);
            place = place with { IsYield = awaited == 0 && (place.IsYield || (place.Offset >= 0 && place.OwnAwaiter == null)) };
        }
        else
        {
            place = place with { IsYield = false, OwnAwaiter = null };
        }

        return new(continuation, isPooled: false, machine: null, continuation, state: 0)
        {
            Place = place,
            Awaited = awaited,
            Promises = [continuation],
            DeclaringType = TypeName.Definition(point.Type),
        };
    }

    private Call Running(ulong address, ThreadFrames thread, int loop)
    {
        // The runtime's dispatch loop calls a stub that restores the method's locals, and the stub calls the method. With a profiler, a loop has two adjacent
        // frames.
        var frames = thread.Frames;
        var loops = Enumerable.Range(0, frames.Count).Where(number => IsLoop(frames[number]) && (number == 0 || !IsLoop(frames[number - 1]))).ToList();
        var method = loop < loops.Count ? loops[loop] - 1 : -1;
        if (method >= 0 && frames[method].Method.StartsWith("IL_STUB", StringComparison.Ordinal))
        {
            method--;
        }

        var place = Suspension.Unknown with { Method = method < 0 ? "?" : TypeName.Method(frames[method].Type, ResumePoint.NameWithoutArguments(frames[method].Method)) };
        return new(address, isPooled: false, machine: null, address, Call.Running) { Place = place, Promises = [address], Callees = method < 0 ? null : [.. frames.Take(method)] };
    }

    private static bool IsLoop((string Type, string Method) frame) =>
        frame.Method.EndsWith("DispatchContinuations", StringComparison.Ordinal) && TypeName.Definition(frame.Type) == RuntimeAsyncTask.TypeName;
}
