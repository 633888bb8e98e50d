using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Machines;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Builders;

/// <summary>A caller in the woven program that uses a ValueTask as its contract forbids, or may do so.</summary>
/// <param name="Caller">The method that the call stands in.</param>
/// <param name="Call">The call whose ValueTask it is.</param>
/// <param name="Misuse">What the caller does with it.</param>
internal sealed record MisusedCall(MethodDefinition Caller, Instruction Call, Refusal Misuse);

/// <summary>
/// Looks at every call in the program whose ValueTask may come from one of the given methods. With the default builder misuse happens to
/// work, so each caller that misuses it gets a task of its own; where that cannot be, or no other caller is in sight, the method keeps its builder.
/// </summary>
/// <remarks>A method that returns the ValueTask as it got it hands its own callers the same thing, so those are looked at too.</remarks>
/// <param name="calls">All calls of the program that return ValueTasks.</param>
/// <param name="misused">Knows which calls can have a task of their own, and is told which get one.</param>
/// <param name="discarded">Knows whose boxes can be given back where nobody wants their result, and is told whose are.</param>
/// <param name="boxesComeBack">Whether PooledAwait.Runtime gives a box back whose call is discarded.</param>
internal sealed class VisibleCallers(Lazy<ValueTaskCalls> calls, MisusedCalls misused, DiscardedCalls discarded, bool boxesComeBack)
{
    /// <summary>By list, which many methods share, so that none is looked at twice.</summary>
    private readonly Dictionary<IReadOnlyList<ValueTaskCall>, CallersInList> _lists = [];
    private readonly Dictionary<MethodDefinition, IReadOnlyList<CallersInList>> _callers = [];

    /// <param name="GetTasks">Misuses whose calls can have a task of their own.</param>
    /// <param name="Blocking">The first misuse whose call cannot.</param>
    /// <param name="Forgotten">Calls whose ValueTask is thrown away, and whose box is given back.</param>
    /// <param name="Discards">The first call whose ValueTask nobody consumes, and whose box is not.</param>
    /// <param name="IsConsumed">Whether any consumes it as it should.</param>
    /// <param name="Returning">The callers that return it.</param>
    private sealed record CallersInList(
        IReadOnlyList<MisusedCall> GetTasks, IReadOnlyList<ValueTaskCall> Forgotten, MisusedCall? Blocking, MisusedCall? Discards, bool IsConsumed, IReadOnlyList<MethodDefinition> Returning);

    /// <summary>
    /// Has each call of a method that misuses the ValueTask get a task of its own, and each that throws it away give its box back, where the method need not keep its builder.
    /// </summary>
    /// <returns>The call for which it has to keep it, so that none gets a task; null where it need not.</returns>
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

        // A ValueTask that is only looked at leaves a box that does not come back, and a task of its own for each caller saves nothing. So a method is pooled
        // only where some caller uses the pool.
        if (!isConsumed)
        {
            return getTasks.FirstOrDefault() ?? discards ?? forgotten.Select(call => new MisusedCall(call.Caller, call.Call, Reason.Discarded)).FirstOrDefault();
        }

        getTasks.ForEach(misused.Add);
        forgotten.ForEach(discarded.Add);
        return null;
    }

    /// <summary>
    /// Gives each caller in another module that misuses the ValueTask of a method a task of its own, where that can be, and has it give the box of one back that it throws away: the
    /// method has a pooled builder by its own module's weave, which knew the callers in it.
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
    /// Gives each call in one module whose ValueTask may come from outside the program a task of its own, where the ValueTask is misused: nobody else can. What the method outside is and
    /// does need not be known.
    /// </summary>
    public void GiveTasksToOutsideCalls(ModuleDefinition module)
    {
        foreach (var call in calls.Value.All.Where(call => call.Caller.Module == module && calls.Value.MayComeFromOutside(call) && !MisusedCalls.HasTask(call)))
        {
            // In the machines of other compilers every await looks like a misuse: they keep awaiters in fields of names that are not known.
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

    /// <summary>The calls that need a task, so that all may use the ValueTask of one as they do: itself, or those of methods that return it.</summary>
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

    /// <summary>The callers of a method, and of those that return what they get of it.</summary>
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
            _callers.Add(method, callers = [.. calls.Value.Of(method).Select(Look)]);
        }

        return callers;
    }

    private CallersInList Look(IReadOnlyList<ValueTaskCall> list)
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

                // What comes from outside may be a box that somebody there consumes as well.
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
