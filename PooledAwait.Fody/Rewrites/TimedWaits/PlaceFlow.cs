using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>Finds the stores and reads of one place in a body, and the stores that each read may see.</summary>
/// <remarks>
/// In a state machine, follows only the paths on which it never suspends. They are enough, because resuming after an await continues at the same instruction as
/// completing at once. A path ends where nothing can read the place any more. So the time for one place does not grow with the body.
/// </remarks>
internal sealed class PlaceFlow
{
    private readonly FollowedBody _body;
    private readonly HashSet<int> _live;
    private readonly List<Instruction> _stores = [];
    private readonly Dictionary<int, Instruction> _reads = [];
    private readonly Lazy<ILookup<Instruction, Instruction>> _readsOf;
    private readonly Lazy<ILookup<Instruction, Instruction?>> _storesSeenBy;

    public PlaceFlow(FollowedBody body, Place place)
    {
        _body = body;
        _live = body.Live.Of(place);
        var seen = new Lazy<IReadOnlyList<(Instruction? Store, Instruction Read)>>(Seen);
        _readsOf = new(() => seen.Value.Where(one => one.Store != null).ToLookup(one => one.Store!, one => one.Read));
        _storesSeenBy = new(() => seen.Value.ToLookup(one => one.Read, one => one.Store));
        foreach (var access in body.Places.Naming(place))
        {
            if (body.Stack.IsReachable(access) && body.StoredTo(access) == place)
            {
                _stores.Add(access);
            }
            else if (body.Stack.IsReachable(access) && body.LoadedFrom(access, out var isAddress) == place && !isAddress)
            {
                _reads.Add(body.Stack.Flow.PositionOf(access), access);
            }
            else
            {
                Other ??= access;
            }
        }
    }

    /// <summary>An instruction that uses the place in another way than a load or a store, or that is unreachable; null if there is none.</summary>
    public Instruction? Other { get; }

    /// <summary>The reads that may see what an instruction stores.</summary>
    public IReadOnlyList<Instruction> ReadsOf(Instruction store) => [.. _readsOf.Value[store].OrderBy(_body.Stack.Flow.PositionOf)];

    /// <summary>
    /// The only store that a read may see. Null if it may see several or none, or if it may see what the place holds when the body is entered.
    /// </summary>
    public Instruction? OnlyStoreSeenBy(Instruction read) => _storesSeenBy.Value[read].ToList() is { Count: 1 } single ? single[0] : null;

    /// <summary>
    /// Returns whether control can come from the end of one instruction to another one, without completing the barrier. Follows a path only as long as
    /// something can still read the place.
    /// </summary>
    /// <param name="from">The instruction that completes first.</param>
    /// <param name="to">The instruction to which control may come.</param>
    /// <param name="barrier">The instruction that must not complete on the way. If it throws, it does not complete.</param>
    public bool MayReach(Instruction from, Instruction to, Instruction barrier) => Reached(from, [_body.Stack.Flow.PositionOf(barrier)]).Contains(_body.Stack.Flow.PositionOf(to));

    /// <summary>The reads, each with every store that it may see; null stands for what the place holds when the body is entered.</summary>
    private List<(Instruction? Store, Instruction Read)> Seen()
    {
        var closed = new HashSet<int>(_stores.Select(_body.Stack.Flow.PositionOf));
        return [.. from store in _stores.Prepend(null!) from position in Reached(store, closed) where _reads.ContainsKey(position) select (store, _reads[position])];
    }

    private IEnumerable<int> Reached(Instruction? from, HashSet<int> closed)
    {
        var flow = _body.Stack.Flow;
        return Reachable.From((from == null ? [0] : _body.SuccessorsOf(flow.PositionOf(from))).Where(_live.Contains), Next);

        IEnumerable<int> Next(int position) => flow.HandlersOf(position).Concat(closed.Contains(position) ? [] : _body.SuccessorsOf(position)).Where(_live.Contains);
    }
}

/// <summary>The places of one body, each examined once.</summary>
internal sealed class PlaceFlows(FollowedBody body)
{
    private readonly Dictionary<Place, PlaceFlow> _flows = [];

    public FollowedBody Body => body;

    public PlaceFlow Of(Place place)
    {
        if (!_flows.TryGetValue(place, out var flow))
        {
            _flows.Add(place, flow = new PlaceFlow(body, place));
        }

        return flow;
    }
}
