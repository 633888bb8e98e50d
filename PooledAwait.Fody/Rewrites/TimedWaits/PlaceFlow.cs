using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>The accesses to one variable or field (<see cref="Place"/>) in a body. Finds the stores whose value a read may get.</summary>
/// <remarks>
/// In a state machine, the analysis follows only paths on which the machine never suspends. It needs no other paths, because a machine that resumes after an
/// await continues at the same instruction as a machine that does not suspend there. The analysis ends a path as soon as no later code can read the place. So
/// the analysis of one variable does not take longer in a larger body.
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

    /// <summary>
    /// The first access to the place that is unreachable, or that neither loads nor stores the place's value; null if there is no such access.
    /// </summary>
    public Instruction? Other { get; }

    /// <summary>Returns the reads that may get the value of a store.</summary>
    public IReadOnlyList<Instruction> ReadsOf(Instruction store) => [.. _readsOf.Value[store].OrderBy(_body.Stack.Flow.PositionOf)];

    /// <summary>
    /// Returns the only store whose value a read may get. Null if there are several such stores, or if the read may get the value that the place has when the
    /// body is entered.
    /// </summary>
    public Instruction? OnlyStoreSeenBy(Instruction read) => _storesSeenBy.Value[read].ToList() is { Count: 1 } single ? single[0] : null;

    /// <summary>
    /// Returns whether a path leads from the end of one instruction to another instruction, without completing the barrier on the way. At each position of the
    /// path, later code must still be able to read the place.
    /// </summary>
    /// <param name="from">The instruction after which the paths begin.</param>
    /// <param name="to">The instruction at which a path may end.</param>
    /// <param name="barrier">The instruction that must not complete on the path. An instruction that throws does not complete.</param>
    public bool MayReach(Instruction from, Instruction to, Instruction barrier) => Reached(from, [_body.Stack.Flow.PositionOf(barrier)]).Contains(_body.Stack.Flow.PositionOf(to));

    /// <summary>
    /// Returns each read, paired with each store whose value the read may get. The store is null for the value that the place has when the body is entered.
    /// </summary>
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

/// <summary>Finds the accesses to each place (a variable or a field) in one body. Examines each place only once.</summary>
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
