using System.Globalization;
using PooledAwait.Inspect.Stacks.Naming;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>
/// Finds the calls that are inside semaphores for which other calls wait. A semaphore does not refer to the calls inside. So the search uses the code: a call
/// inside waits at a place after a <c>WaitAsync</c> and before the <c>Release</c> of the same semaphore. A semaphore is identified by the object and the field
/// that refer to it. The result is not certain: code may run in another order than the written one, and the search may miss calls. So a circle of calls inside
/// semaphores is only reported as possible.
/// </summary>
internal sealed class SemaphoreHolders
{
    private readonly CopiedObjects _objects;
    private readonly Dictionary<(ulong Owner, string Field), ulong> _semaphores = [];
    private readonly Dictionary<ulong, string> _names = [];
    private readonly Dictionary<ulong, List<Wait>> _inside = [];
    private readonly Dictionary<Wait, ulong> _waits = [];
    private readonly Dictionary<Wait, IReadOnlyCollection<Wait>> _lastBelow = [];

    private SemaphoreHolders(CopiedObjects objects) => _objects = objects;

    /// <summary>
    /// A sentence about semaphores whose known holders (the calls inside) wait for each other's semaphores; null if there are no such semaphores.
    /// </summary>
    public string? Circle { get; private set; }

    /// <summary>
    /// Finds the calls inside semaphores. For each wait for a semaphore, adds the semaphore's name to the wait's text, and the calls inside to the wait's note.
    /// </summary>
    /// <param name="objects">The objects.</param>
    /// <param name="calls">The calls, with their waits.</param>
    /// <param name="semaphoreOf">Returns the semaphore that a last thing (the end of a chain of waits) represents; 0 if it represents none.</param>
    public static SemaphoreHolders Of(CopiedObjects objects, IReadOnlyList<Wait> calls, Func<Wait, ulong> semaphoreOf)
    {
        var holders = new SemaphoreHolders(objects);
        foreach (var call in calls)
        {
            holders.AddWaiting(call, semaphoreOf);
        }

        if (holders._semaphores.Count > 0)
        {
            foreach (var call in calls)
            {
                holders.AddInside(call);
            }

            holders.Tell();
        }

        return holders;
    }

    /// <summary>Records the semaphore for which a call waits, with the object and the field through which the call gets the semaphore.</summary>
    private void AddWaiting(Wait caller, Func<Wait, ulong> semaphoreOf)
    {
        // If WaitAsync got a timeout or a cancellation token, the semaphore's own async method is between the call and the semaphore. The loop stops at the
        // first object that was seen before, because tasks that wait for each other in a circle have no last thing.
        var (last, seen) = (caller.On.FirstOrDefault(), new HashSet<Wait>());
        while (last is { IsLast: false } && seen.Add(last) && (last.Call == null || last.Text.StartsWith("System.Threading.SemaphoreSlim.", StringComparison.Ordinal)))
        {
            last = last.On.FirstOrDefault();
        }

        if (last?.IsLast != true || semaphoreOf(last) is not (> 0 and var semaphore))
        {
            return;
        }

        _waits[last] = semaphore;
        var call = caller.Call!;
        if (call.Place.Semaphores.FirstOrDefault(site => site.Offset == call.Place.Awaited) is { IsRelease: false } site && KeyOf(call, site, semaphore) is { } key && (key.Field.Length > 0 || key.Owner == semaphore))
        {
            _semaphores[key] = semaphore;
            _semaphores[(semaphore, "")] = semaphore;
            _names.TryAdd(semaphore, site.Name);
        }
    }

    private void AddInside(Wait caller)
    {
        var call = caller.Call!;
        var place = call.Place;
        if (place.Awaited < 0)
        {
            return;
        }

        foreach (var entered in place.Semaphores.Where(site => site is { IsRelease: false, MayFail: false } && site.Offset < place.Offset && site.Offset != place.Awaited))
        {
            var left = place.Semaphores.Any(site => site.IsRelease && site.IsOfSame(entered) && site.Offset > entered.Offset && site.Offset < place.Offset);
            var leaves = place.Semaphores.Any(site => site.IsRelease && site.IsOfSame(entered) && site.Offset > place.Offset);
            if (!left && leaves && KeyOf(call, entered, awaited: 0) is { } key && _semaphores.TryGetValue(key, out var semaphore))
            {
                if (!_inside.TryGetValue(semaphore, out var inside))
                {
                    _inside.Add(semaphore, inside = []);
                }

                inside.Add(caller);
            }
        }
    }

    /// <summary>
    /// Returns the object that has the semaphore in a field, and the field's name; for a static field, 0 and the field's name. If a parameter or local has the
    /// semaphore, returns the semaphore itself and an empty name. Returns null if the object is not known.
    /// </summary>
    /// <param name="call">The call.</param>
    /// <param name="site">The place where the call enters the semaphore.</param>
    /// <param name="awaited">The semaphore, if it is known because the call waits for it; otherwise 0.</param>
    private (ulong Owner, string Field)? KeyOf(Call call, SemaphoreSite site, ulong awaited)
    {
        switch (site.Origin)
        {
            case SemaphoreOrigin.Static:
                return site.Path.Count == 1 ? (0, site.Path[0]) : null;
            case SemaphoreOrigin.Machine when call.Machine is { } machine:
                return Follow(_objects.TypeOf(call.Holder) is { } type ? _objects.Reference(call.Holder, type.Fields.OffsetOf(machine.Prefix + site.Path[0])) : 0, site.Path, 1);
            case SemaphoreOrigin.This:
                return Follow(OnlyReference(call, type => type.Is(call.DeclaringType)), site.Path, 0) is { } key && (awaited == 0 || !_objects.Contains(key.Owner) || _objects.Reference(key.Owner, key.Field) == awaited)
                    ? key
                    : null;
            default:
                return Follow(awaited != 0 ? awaited : OnlyReference(call, type => type.Kind == ObjectKind.Semaphore), site.Path, 1);
        }
    }

    private (ulong Owner, string Field)? Follow(ulong address, IReadOnlyList<string> path, int start)
    {
        for (var i = start; i < path.Count - 1 && address != 0; i++)
        {
            address = _objects.Reference(address, path[i]);
        }

        return address == 0 ? null : (address, start == path.Count ? "" : path[^1]);
    }

    /// <summary>
    /// If a continuation refers to exactly one object of a kind, returns this object; otherwise 0. (A continuation does not show to which variable a reference
    /// belongs.)
    /// </summary>
    private ulong OnlyReference(Call call, Func<HeapType, bool> isOfKind)
    {
        var found = (_objects.TypeOf(call.Holder)?.References ?? []).Select(offset => _objects.Reference(call.Holder, offset)).Distinct()
            .Where(address => _objects.TypeOf(address) is { } type && isOfKind(type)).Take(2).ToList();
        return found.Count == 1 ? found[0] : 0;
    }

    private void Tell()
    {
        foreach (var (last, semaphore) in _waits)
        {
            if (_names.TryGetValue(semaphore, out var name))
            {
                last.Text = last.Text.Replace("SemaphoreSlim", $"SemaphoreSlim {name}", StringComparison.Ordinal);
            }

            if (_inside.TryGetValue(semaphore, out var inside))
            {
                last.Note = $"inside: {Named(inside)}";
            }
        }

        Circle = FindCircle();
    }

    /// <summary>
    /// Starts with the set of all semaphores that have known holders. Repeatedly removes each semaphore with a holder that waits for anything except a
    /// semaphore of the set. The remaining semaphores may form a circle.
    /// </summary>
    private string? FindCircle()
    {
        var stuck = _inside.Keys.ToHashSet();
        while (stuck.RemoveWhere(semaphore => !_inside[semaphore].All(WaitsForTheseAlone)) > 0)
        {
        }

        if (stuck.Count == 0)
        {
            return null;
        }

        const int Most = 4;
        var sentences = stuck.Select(Describe).GroupBy(sentence => sentence, StringComparer.Ordinal).OrderBy(group => group.Key, StringComparer.Ordinal)
            .Select(group => group.Count() == 1 ? group.Key : string.Create(CultureInfo.InvariantCulture, $"{group.Key} ({group.Count():N0} times)")).ToList();
        return $"These may wait for each other: {string.Join("; ", sentences.Take(Most))}{(sentences.Count > Most ? $"; and {sentences.Count - Most} more" : "")}.";

        // A call that waits only for itself has nothing last below it.
        bool WaitsForTheseAlone(Wait call) => LastBelow(call) is { Count: > 0 } below && below.All(last => stuck.Contains(_waits.GetValueOrDefault(last)));

        string Describe(ulong semaphore) =>
            $"{Named(_inside[semaphore])} is inside {NameOf(semaphore)} and waits for {string.Join(", ", _inside[semaphore].SelectMany(LastBelow).Select(last => NameOf(_waits[last])).Distinct())}";
    }

    private string NameOf(ulong semaphore) => _names.TryGetValue(semaphore, out var name) ? $"SemaphoreSlim {name}" : "a SemaphoreSlim";

    private static string Named(IEnumerable<Wait> calls)
    {
        const int Most = 3;
        var places = calls.GroupBy(call => $"{call.Text} {call.Call!.Place.Place}".TrimEnd()).OrderByDescending(group => group.Count()).ThenBy(group => group.Key, StringComparer.Ordinal).ToList();
        var named = places.Take(Most).Select(group => group.Count() == 1 ? group.Key : string.Create(CultureInfo.InvariantCulture, $"{group.Count():N0} {group.Key}"));
        return string.Join(", ", named) + (places.Count > Most ? $" and {places.Count - Most} more" : "");
    }

    private IReadOnlyCollection<Wait> LastBelow(Wait from)
    {
        if (_lastBelow.TryGetValue(from, out var known))
        {
            return known;
        }

        var (seen, last, open) = (new HashSet<Wait>(), new HashSet<Wait>(), new Stack<Wait>([from]));
        while (open.TryPop(out var wait))
        {
            if (seen.Add(wait))
            {
                if (wait.IsLast)
                {
                    last.Add(wait);
                }

                wait.On.ForEach(open.Push);
            }
        }

        _lastBelow.Add(from, last);
        return last;
    }
}
