using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>A call in the woven program whose caller uses, or may use, the ValueTask in a way that its contract forbids.</summary>
/// <param name="Caller">The method that contains the call.</param>
/// <param name="Call">The call that returns the ValueTask.</param>
/// <param name="Misuse">How the caller misuses the ValueTask.</param>
internal sealed record MisusedCall(MethodDefinition Caller, Instruction Call, Refusal Misuse);

/// <summary>
/// Examines every call in the program whose ValueTask may come from a given method. With the default builder, misuse of a ValueTask happens to work. To keep it
/// working, each call whose ValueTask is misused gets its own task. If a call cannot get its own task, or if no visible caller would use the pool, the method
/// keeps its builder.
/// </summary>
/// <remarks>If a caller returns the ValueTask unchanged, the caller's own callers get the ValueTask. So these callers are examined too.</remarks>
/// <param name="calls">The calls of the program that return ValueTasks.</param>
/// <param name="misused">Decides which calls can have their own task, and collects the calls that get their own task.</param>
/// <param name="discarded">Decides which discarded calls can give their box back, and collects the calls that give it back.</param>
/// <param name="boxesComeBack">Whether PooledAwait.Runtime gives the box of a discarded call back.</param>
internal sealed class VisibleCallers(Lazy<ValueTaskCalls> calls, MisusedCalls misused, DiscardedCalls discarded, bool boxesComeBack)
{
    /// <summary>What <see cref="Classify"/> found in each list of calls. Many methods share a list, and each list is examined only once.</summary>
    private readonly Dictionary<IReadOnlyList<ValueTaskCall>, CallersInList> _lists = [];
    private readonly Dictionary<MethodDefinition, IReadOnlyList<CallersInList>> _callers = [];

    /// <param name="GetTasks">The misused calls that can have their own task.</param>
    /// <param name="Blocking">The first misused call that cannot have its own task.</param>
    /// <param name="Forgotten">The calls whose ValueTask is thrown away, and whose box is given back.</param>
    /// <param name="Discards">The first call whose ValueTask nobody consumes, and whose box cannot be given back.</param>
    /// <param name="IsConsumed">Whether any caller consumes the ValueTask correctly.</param>
    /// <param name="Returning">The callers that return the ValueTask.</param>
    private sealed record CallersInList(
        IReadOnlyList<MisusedCall> GetTasks, IReadOnlyList<ValueTaskCall> Forgotten, MisusedCall? Blocking, MisusedCall? Discards, bool IsConsumed, IReadOnlyList<MethodDefinition> Returning);

    /// <summary>
    /// Marks those calls of a method that must change, unless the method must keep its builder. A call whose ValueTask is misused is to get its own task. A
    /// call whose ValueTask is thrown away is to give its box back.
    /// </summary>
    /// <returns>The call that forces the method to keep its builder; null if there is none. If there is such a call, no call is marked.</returns>
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

        // A method is pooled only if some caller uses the pool. If a caller only reads the status of the ValueTask, the box never comes back. If a call gets
        // its own task, pooling saves nothing for this call.
        if (!isConsumed)
        {
            return getTasks.FirstOrDefault() ?? discards ?? forgotten.Select(call => new MisusedCall(call.Caller, call.Call, Reason.Discarded)).FirstOrDefault();
        }

        getTasks.ForEach(misused.Add);
        forgotten.ForEach(discarded.Add);
        return null;
    }

    /// <summary>
    /// For a method that an earlier weave pooled, marks the calls in other modules that must change. (The earlier weave already examined the calls in the
    /// method's own module.) If possible, a call whose ValueTask is misused is to get its own task, and a call whose ValueTask is thrown away is to give its
    /// box back.
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
    /// Marks calls in one module that must get their own task, because their ValueTask may come from outside the program and is misused. Only the weave of the
    /// calling module can change these calls. This weave need not see the code of the called methods.
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
    /// Finds the calls that must get their own task because code misuses the ValueTask of a given call. If the caller misuses the ValueTask, only the given
    /// call is returned, or nothing if it cannot have its own task. If the caller returns the ValueTask, the calls that reach this caller are searched, and so
    /// on. If one of these calls cannot have its own task, the given call gets its own task too, if possible.
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

    /// <summary>Finds the callers of a method. If a caller returns the ValueTask, also finds that caller's callers, and so on.</summary>
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
