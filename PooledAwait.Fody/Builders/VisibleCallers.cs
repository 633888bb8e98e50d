using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>A caller in the woven program that uses a ValueTask as its contract forbids, or may do so.</summary>
/// <param name="Caller">The method that the call stands in.</param>
/// <param name="Call">The call whose ValueTask it is.</param>
/// <param name="Reason">What the caller does with it.</param>
internal sealed record Misuse(MethodDefinition Caller, Instruction Call, Reason Reason);

/// <summary>
/// Looks at every call in the program whose ValueTask may come from one of the given methods. With the default builder misuse happens to
/// work, so a method that is misused in sight keeps it.
/// </summary>
/// <remarks>A method that returns the ValueTask as it got it hands its own callers the same thing, so those are looked at too.</remarks>
internal sealed class VisibleCallers
{
    private readonly Dictionary<MethodDefinition, Misuse> _misuses = [];

    /// <summary>What has been looked at to the end without a misuse in sight, so that many methods with the same callers do not cost their product.</summary>
    private readonly HashSet<object> _proper = [];

    public VisibleCallers(Lazy<ValueTaskCalls> calls, IReadOnlyCollection<MethodDefinition> methods)
    {
        foreach (var method in methods)
        {
            if (FindMisuse(method, calls.Value) is { } misuse)
            {
                _misuses.Add(method, misuse);
            }
        }
    }

    /// <summary>The first misuse of what the method returns; null where there is none in sight.</summary>
    public Misuse? MisuseOf(MethodDefinition method) => _misuses.TryGetValue(method, out var misuse) ? misuse : null;

    private Misuse? FindMisuse(MethodDefinition method, ValueTaskCalls calls)
    {
        // What nobody consumes makes a box each time that does not come back, which is worth it where other callers do.
        Misuse? discarded = null;
        var isConsumed = false;

        // Methods, and the lists of calls that they share.
        var seen = new HashSet<object> { method };
        var open = new Queue<MethodDefinition>([method]);
        while (open.Count > 0)
        {
            foreach (var call in calls.Of(open.Dequeue()).Where(IsNew).SelectMany(shared => shared))
            {
                switch (call.Use)
                {
                    case { Misuse: { } reason }:
                        return new Misuse(call.Caller, call.Call, reason);

                    case { IsConsumed: false, IsReturned: false }:
                        discarded ??= new Misuse(call.Caller, call.Call, Reason.Discarded);
                        break;

                    case var use:
                        isConsumed |= use.IsConsumed;
                        if (use.IsReturned && IsNew(call.Caller))
                        {
                            open.Enqueue(call.Caller);
                        }

                        break;
                }
            }
        }

        if (discarded != null && !isConsumed)
        {
            return discarded;
        }

        _proper.UnionWith(seen);
        return null;

        bool IsNew(object looked) => !_proper.Contains(looked) && seen.Add(looked);
    }
}
