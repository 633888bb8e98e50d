using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>A caller in the woven program that uses a ValueTask as its contract forbids, or may do so.</summary>
/// <param name="Caller">The method that contains the call.</param>
/// <param name="Call">The call that returns the ValueTask.</param>
/// <param name="Misuse">What the caller does with it.</param>
internal sealed record MisusedCall(MethodDefinition Caller, Instruction Call, Refusal Misuse);

/// <summary>
/// Examines every call in the program whose ValueTask may come from one of the given methods. With the default builder, misuse happens to
/// work. So each caller that misuses the ValueTask gets a task of its own. If that is impossible, or if no other caller is visible, the method keeps its builder.
/// </summary>
/// <remarks>A method that returns the ValueTask unchanged passes it to its own callers, so these are examined too.</remarks>
/// <param name="calls">All calls of the program that return ValueTasks.</param>
/// <param name="misused">Knows which calls can have a task of their own, and collects the calls that get one.</param>
/// <param name="discarded">Knows which discarded calls can give their box back, and collects the calls that do.</param>
/// <param name="boxesComeBack">Whether PooledAwait.Runtime gives the box of a discarded call back.</param>
internal sealed class VisibleCallers(Lazy<ValueTaskCalls> calls, MisusedCalls misused, DiscardedCalls discarded, bool boxesComeBack)
{
    /// <summary>Keyed by list. Many methods share a list, and no list is examined twice.</summary>
    private readonly Dictionary<IReadOnlyList<ValueTaskCall>, CallersInList> _lists = [];
    private readonly Dictionary<MethodDefinition, IReadOnlyList<CallersInList>> _callers = [];

    /// <param name="GetTasks">Misuses whose calls can have a task of their own.</param>
    /// <param name="Blocking">The first misuse whose call cannot have one.</param>
    /// <param name="Forgotten">Calls whose ValueTask is thrown away, and whose box is given back.</param>
    /// <param name="Discards">The first call whose ValueTask nobody consumes, and whose box is not given back.</param>
    /// <param name="IsConsumed">Whether any caller consumes the ValueTask as it should.</param>
    /// <param name="Returning">The callers that return the ValueTask.</param>
    private sealed record CallersInList(
        IReadOnlyList<MisusedCall> GetTasks, IReadOnlyList<ValueTaskCall> Forgotten, MisusedCall? Blocking, MisusedCall? Discards, bool IsConsumed, IReadOnlyList<MethodDefinition> Returning);

    /// <summary>
    /// Gives each call that misuses a method's ValueTask a task of its own, and makes each call that throws it away give its box back, unless the method must keep its builder.
    /// </summary>
    /// <returns>The call because of which the method must keep its builder; then no call gets a task. Null if the method need not keep it.</returns>
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

        // If a ValueTask is only looked at, its box does not come back. A task of its own for each caller saves nothing. So a method is pooled
        // only if some caller uses the pool.
        if (!isConsumed)
        {
            return getTasks.FirstOrDefault() ?? discards ?? forgotten.Select(call => new MisusedCall(call.Caller, call.Call, Reason.Discarded)).FirstOrDefault();
        }

        getTasks.ForEach(misused.Add);
        forgotten.ForEach(discarded.Add);
        return null;
    }

    /// <summary>
    /// Gives each caller in another module that misuses a method's ValueTask a task of its own, if possible, and makes each caller there that throws one away give its box back. The
    /// method has a pooled builder from its own module's weave, which knew the callers in that module.
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
    /// Gives each call in one module a task of its own if its ValueTask may come from outside the program and is misused. No other weave can do this. What the method outside is and
    /// does need not be known.
    /// </summary>
    public void GiveTasksToOutsideCalls(ModuleDefinition module)
    {
        foreach (var call in calls.Value.All.Where(call => call.Caller.Module == module && calls.Value.MayComeFromOutside(call) && !MisusedCalls.HasTask(call)))
        {
            // In other compilers' machines every await looks like a misuse, because they keep awaiters in fields whose names are not known.
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

    /// <summary>The calls that need a task so that all code may use a call's ValueTask as it does: the call itself, or calls of methods that return the ValueTask.</summary>
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

    /// <summary>The callers of a method, and the callers of methods that return the ValueTask that they get from it.</summary>
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

                // A ValueTask from outside may be over a box that code there consumes as well.
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
