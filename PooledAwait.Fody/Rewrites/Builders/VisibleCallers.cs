using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// A call whose caller misuses the returned ValueTask, or may misuse it. A misuse is what the contract of ValueTask forbids, such as consuming a ValueTask
/// twice.
/// </summary>
/// <param name="Caller">The method that contains the call.</param>
/// <param name="Call">The call that returns the ValueTask.</param>
/// <param name="Misuse">How the caller misuses the ValueTask. For a caller that only discards the ValueTask, the reason is <c>Discarded</c>.</param>
internal sealed record MisusedCall(MethodDefinition Caller, Instruction Call, Refusal Misuse);

/// <summary>
/// For a method that returns a ValueTask, examines the calls in the program that may get this ValueTask. With the default builder, misuse of a ValueTask
/// happens to work. So that it also works with a pooled builder, each call whose ValueTask is misused gets its own task. If one of these calls cannot get its
/// own task, the method keeps its builder. The method also keeps its builder if callers in the program misuse the ValueTask, discard it or only read its
/// status, and no caller would use the pool.
/// </summary>
/// <remarks>If a caller returns the ValueTask unchanged, the callers of this caller get the ValueTask. So their calls are examined, too.</remarks>
/// <param name="calls">The calls of the program that return ValueTasks.</param>
/// <param name="misused">Decides which calls can have their own task, and collects the calls that get their own task.</param>
/// <param name="discarded">Decides for which discarded calls the box can be given back, and collects these calls.</param>
/// <param name="boxesComeBack">Whether PooledAwait.Runtime gives back the boxes of discarded calls. Builds for frameworks before .NET 8 do not.</param>
internal sealed class VisibleCallers(Lazy<ValueTaskCalls> calls, MisusedCalls misused, DiscardedCalls discarded, bool boxesComeBack)
{
    /// <summary>The findings of <see cref="Classify"/> for each list of calls. Many methods share a list, and Classify examines each list only once.</summary>
    private readonly Dictionary<IReadOnlyList<ValueTaskCall>, CallersInList> _lists = [];
    private readonly Dictionary<MethodDefinition, IReadOnlyList<CallersInList>> _callers = [];

    /// <param name="GetTasks">The misused calls that can have their own task.</param>
    /// <param name="Blocking">The first misused call that cannot have its own task.</param>
    /// <param name="Forgotten">The calls whose ValueTask nobody uses at all, and whose box can be given back.</param>
    /// <param name="Discards">The first call whose ValueTask nobody consumes or returns, and whose box cannot be given back.</param>
    /// <param name="IsConsumed">Whether any caller consumes the ValueTask correctly.</param>
    /// <param name="Returning">The callers that return the ValueTask.</param>
    private sealed record CallersInList(
        IReadOnlyList<MisusedCall> GetTasks, IReadOnlyList<ValueTaskCall> Forgotten, MisusedCall? Blocking, MisusedCall? Discards, bool IsConsumed, IReadOnlyList<MethodDefinition> Returning);

    /// <summary>
    /// Marks the calls that must change if a method gets a pooled builder. A call whose ValueTask is misused is to get its own task. For a call whose ValueTask
    /// is thrown away, the box is to be given back.
    /// </summary>
    /// <returns>The call that forces the method to keep its builder; null if there is none. Calls are marked only if the result is null.</returns>
    public MisusedCall? GiveTasksToCallersOf(MethodDefinition method)
    {
        var getTasks = new List<MisusedCall>();
        var forgotten = new List<ValueTaskCall>();
        MisusedCall? discards = null;
        var isConsumed = false;
        foreach (var callers in AllCallersOf(method))
        {
            if (callers.Blocking != null)
            {
                return callers.Blocking;
            }

            getTasks.AddRange(callers.GetTasks);
            forgotten.AddRange(callers.Forgotten);
            discards ??= callers.Discards;
            isConsumed |= callers.IsConsumed || (boxesComeBack && callers.Forgotten.Count > 0);
        }

        // If callers in the program misuse the ValueTask, discard it or only read its status, the method is pooled only if some caller uses the pool. A caller
        // that only reads the status does not use the pool, because the box never comes back. A call that gets its own task does not count, because pooling
        // saves nothing for this call.
        if (!isConsumed)
        {
            return getTasks.FirstOrDefault() ?? discards ?? forgotten.Select(call => new MisusedCall(call.Caller, call.Call, Reason.Discarded)).FirstOrDefault();
        }

        getTasks.ForEach(misused.Add);
        forgotten.ForEach(discarded.Add);
        return null;
    }

    /// <summary>
    /// Marks the calls that must change because an earlier weave pooled a method. Only calls in other modules are marked, because the earlier weave examined
    /// the calls in the method's own module. A call whose ValueTask is misused is to get its own task. For a call whose ValueTask is thrown away, the box is to
    /// be given back. If this is impossible for a call, the call is not marked.
    /// </summary>
    public void GiveTasksInOtherModules(MethodDefinition method)
    {
        foreach (var callers in AllCallersOf(method))
        {
            foreach (var misuse in callers.GetTasks.Where(misuse => misuse.Caller.Module != method.Module))
            {
                misused.Add(misuse);
            }

            foreach (var call in callers.Forgotten.Where(call => call.Caller.Module != method.Module))
            {
                discarded.Add(call);
            }
        }
    }

    /// <summary>
    /// Marks calls in one module that must get their own task, because their ValueTask is misused and may come from outside the program. Only the weave of the
    /// calling module can change these calls. It can do so without the code of the methods outside the program.
    /// </summary>
    public void GiveTasksToOutsideCalls(ModuleDefinition module)
    {
        foreach (var call in calls.Value.All.Where(call => call.Caller.Module == module && calls.Value.MayComeFromOutside(call) && !MisusedCalls.HasTask(call)))
        {
            // In the machines of other compilers, every await would look like a misuse, because the weaver does not know the names of the fields in which these
            // machines keep awaiters.
            if (IsMachineOfOtherCompiler(call.Caller))
            {
                continue;
            }

            foreach (var misuse in MisusesOf(call).Where(misuse => MisusedCalls.IsBroken(call, misuse.Misuse.Reason)))
            {
                misused.Add(misuse);
            }
        }
    }

    /// <summary>
    /// Finds the calls that must get their own task because code misuses the ValueTask of a given call. If the caller itself misuses the ValueTask, the result
    /// is the given call. If the caller returns the ValueTask, the result contains the misused calls to this caller, and to further methods that return the
    /// same ValueTask. If one of these misused calls cannot have its own task, the result also contains the given call. The result never contains a call that
    /// cannot have its own task.
    /// </summary>
    private IEnumerable<MisusedCall> MisusesOf(ValueTaskCall call)
    {
        var canHaveTask = misused.CanHaveTask(call);
        if (call.Use.Refusal is { } own)
        {
            return canHaveTask ? [new MisusedCall(call.Caller, call.Call, own)] : [];
        }

        return !call.Use.IsReturned ? [] : AllCallersOf(call.Caller).SelectMany(callers =>
            callers.Blocking is { } blocking && canHaveTask ? callers.GetTasks.Append(new MisusedCall(call.Caller, call.Call, blocking.Misuse)) : callers.GetTasks);
    }

    private static bool IsMachineOfOtherCompiler(MethodDefinition caller) =>
        MoveNext.Is(caller) && caller.DeclaringType.Fields.All(field => field.Name != "<>1__state");

    /// <summary>Finds the callers of a method. If a caller returns the ValueTask, also finds the callers of that caller, and so on.</summary>
    private IEnumerable<CallersInList> AllCallersOf(MethodDefinition method)
    {
        var seen = new HashSet<object> { method };
        var open = new Queue<MethodDefinition>([method]);
        while (open.Count > 0)
        {
            foreach (var callers in CallersOf(open.Dequeue()).Where(seen.Add))
            {
                yield return callers;
                foreach (var caller in callers.Returning.Where(seen.Add))
                {
                    open.Enqueue(caller);
                }
            }
        }
    }

    private IReadOnlyList<CallersInList> CallersOf(MethodDefinition method)
    {
        if (!_callers.TryGetValue(method, out var callers))
        {
            _callers.Add(method, callers = [.. calls.Value.Of(method).Select(Classify)]);
        }

        return callers;
    }

    private CallersInList Classify(IReadOnlyList<ValueTaskCall> list)
    {
        if (_lists.TryGetValue(list, out var known))
        {
            return known;
        }

        var getTasks = new List<MisusedCall>();
        var forgotten = new List<ValueTaskCall>();
        MisusedCall? blocking = null;
        MisusedCall? discards = null;
        var isConsumed = false;
        var returning = new List<MethodDefinition>();
        foreach (var call in list)
        {
            switch (call.Use)
            {
                case { Refusal: not null } when MisusedCalls.HasTask(call):
                    break;

                case { Refusal: { } misuse } when misused.CanHaveTask(call):
                    getTasks.Add(new MisusedCall(call.Caller, call.Call, misuse));
                    break;

                case { Refusal: { } misuse }:
                    blocking ??= new MisusedCall(call.Caller, call.Call, misuse);
                    break;

                // The box of a ValueTask from outside the program is not given back, because code outside the program may consume the same ValueTask.
                case { IsConsumed: false, IsReturned: false } when discarded.CanBeForgotten(call) && !calls.Value.MayComeFromOutside(call):
                    forgotten.Add(call);
                    break;

                case { IsConsumed: false, IsReturned: false }:
                    discards ??= new MisusedCall(call.Caller, call.Call, Reason.Discarded);
                    break;

                case var use:
                    isConsumed |= use.IsConsumed;
                    if (use.IsReturned)
                    {
                        returning.Add(call.Caller);
                    }

                    break;
            }
        }

        return _lists[list] = new CallersInList(getTasks, forgotten, blocking, discards, isConsumed, returning);
    }
}
