namespace PooledAwait.Fody.IL;

/// <summary>The exception handlers of a body, with bounds given as positions of instructions. Every end is exclusive.</summary>
internal sealed class ProtectedRegions
{
    private readonly List<Region> _regions = [];
    private readonly Ranges<Region> _tries;
    private readonly Ranges<Region> _finallyHandlers;
    private readonly Ranges<Region> _filters;
    private readonly Ranges<Part> _parts;
    private readonly int[][] _entries;

    public ProtectedRegions(MethodBody body, Dictionary<Instruction, int> positions)
    {
        foreach (var handler in body.ExceptionHandlers)
        {
            if (Region.Of(handler, positions, body.Instructions.Count) is { } region)
            {
                _regions.Add(region);
            }
            else
            {
                Fault ??= new BodyFault(handler.HandlerStart, "The bounds of an exception handler are not instructions of the method.");
            }
        }

        _tries = new Ranges<Region>(_regions, r => r.TryStart, r => r.TryEnd);
        _parts = new Ranges<Part>(_regions.SelectMany(PartsOf), part => part.Start, part => part.End);
        _entries = [.. _parts.Around.Select(EntriesOf)];
        _finallyHandlers = new Ranges<Region>(_regions.Where(r => r.RunsBeforeOuterHandlers), r => r.HandlerStart, r => r.HandlerEnd);
        _filters = new Ranges<Region>(_regions.Where(r => r.Kind == ExceptionHandlerType.Filter), r => r.FilterStart, r => r.HandlerStart);
    }

    public BodyFault? Fault { get; }

    /// <summary>Returns the starts of the handlers and filters to which control may go when the instruction at a position throws.</summary>
    public int[] EntriesFrom(int position) => _entries[_parts.StretchOf(position)];

    /// <summary>Returns the starts of the handlers and filters that begin with an exception object on the stack.</summary>
    public IEnumerable<int> ExceptionObjectEntries() =>
        _regions.Where(r => r.Kind is ExceptionHandlerType.Catch or ExceptionHandlerType.Filter)
            .SelectMany(r => r.Kind == ExceptionHandlerType.Filter ? new[] { r.FilterStart, r.HandlerStart } : [r.HandlerStart])
            .Distinct();

    /// <summary>
    /// Returns the finally handlers that run if a leave instruction goes from one position to another. The handler that runs first comes first.
    /// </summary>
    public IEnumerable<int> FinallyHandlersBetween(int leave, int target) =>
        _tries.At(leave).Where(r => r.Kind == ExceptionHandlerType.Finally && !r.Protects(target)).Select(r => r.HandlerStart);

    /// <summary>Returns the start of the innermost finally or fault handler around a position; null if there is none.</summary>
    public int? FinallyHandlerAround(int position) => _finallyHandlers.At(position) is { Count: > 0 } handlers ? handlers[0].HandlerStart : null;

    /// <summary>Returns the start of the handler that belongs to the filter around a position; null if the position is in no filter.</summary>
    public int? HandlerOfFilterAround(int position) => _filters.At(position) is { Count: > 0 } filters ? filters[0].HandlerStart : null;

    /// <summary>
    /// Returns the parts of a region that decide where an exception goes. A finally or fault handler counts as a part only if its try block is inside a try
    /// block that has a filter. Any other finally or fault handler does not change where an exception goes.
    /// </summary>
    private IEnumerable<Part> PartsOf(Region region)
    {
        yield return new Part(region, IsTry: true, region.TryStart, region.TryEnd);
        if (region.Kind == ExceptionHandlerType.Filter)
        {
            yield return new Part(region, IsTry: false, region.FilterStart, region.HandlerStart);
        }
        else if (region.RunsBeforeOuterHandlers && _regions.Any(outer => outer.IsFilterAround(region)))
        {
            yield return new Part(region, IsTry: false, region.HandlerStart, region.HandlerEnd);
        }
    }

    /// <param name="around">The parts around a position, the innermost first.</param>
    private int[] EntriesOf(IReadOnlyList<Part> around)
    {
        var covering = around.Where(part => part.IsTry).Select(part => part.Region).ToList();
        var entries = new List<int>();
        foreach (var region in covering)
        {
            // An outer filter runs before an inner finally or fault handler, so a filter is always an entry here. Any other outer handler runs after the inner
            // finally or fault handler. So leave out the outer handler if there is such an inner handler. In that case, the outer handler is an entry for the
            // inner handler's instructions, because the outer try block contains them.
            if (region.Kind == ExceptionHandlerType.Filter)
            {
                entries.Add(region.FilterStart);
            }
            else if (!covering.Any(inner => inner.RunsBeforeOuterHandlers && region.Protects(inner.HandlerStart)))
            {
                entries.Add(region.HandlerStart);
            }
        }

        foreach (var part in around.Where(part => !part.IsTry))
        {
            entries.AddRange(part.Region.Kind == ExceptionHandlerType.Filter ? EntriesBehindFilter(part.Region) : EntriesBehindFinally(part.Region));
        }

        return [.. entries.Distinct()];
    }

    /// <summary>
    /// Returns the positions to which a filter leads besides its own handler. If the filter accepts the exception, the finally blocks inside the filter's try
    /// block run before the handler. If the filter refuses or throws, the next filter or handler runs.
    /// </summary>
    private IEnumerable<int> EntriesBehindFilter(Region filter) => _regions.SkipWhile(region => region != filter).Skip(1).Where(next => next.IsBesideOrAround(filter))
        .Concat(_regions.Where(filter.IsFilterAround))
        .Select(region => region.FilterStart);

    /// <summary>
    /// Returns the starts of the handlers that may run after a finally block because their filters have accepted the exception. These filters have run before
    /// the finally block, because their try blocks contain the finally block's try block.
    /// </summary>
    private IEnumerable<int> EntriesBehindFinally(Region last) => _regions.Where(region => region.IsFilterAround(last)).Select(region => region.HandlerStart);

    /// <summary>A part of a region, and its bounds.</summary>
    /// <param name="Region">The region.</param>
    /// <param name="IsTry">Whether the part is the try block. If not, the part is the filter, or the finally or fault handler.</param>
    /// <param name="Start">The position of the part's first instruction.</param>
    /// <param name="End">The position after the part's last instruction.</param>
    private sealed record Part(Region Region, bool IsTry, int Start, int End);

    private sealed record Region(ExceptionHandlerType Kind, int TryStart, int TryEnd, int FilterStart, int HandlerStart, int HandlerEnd)
    {
        public bool RunsBeforeOuterHandlers => Kind is ExceptionHandlerType.Finally or ExceptionHandlerType.Fault;

        public bool Protects(int position) => TryStart <= position && position < TryEnd;

        /// <summary>
        /// Returns whether this region has a filter that runs before another region's finally or fault handler. The filter runs first if this region's try
        /// block contains the other region's try block.
        /// </summary>
        public bool IsFilterAround(Region inner) => Kind == ExceptionHandlerType.Filter && inner.RunsBeforeOuterHandlers && TryStart <= inner.TryStart && inner.TryEnd <= TryEnd;

        /// <summary>
        /// Returns whether this region's try block contains the filter's try block, but not the filter itself. If the try block contains the filter, too, the
        /// answer is no, because this region's handler is already an entry for the filter's instructions.
        /// </summary>
        public bool IsBesideOrAround(Region filter) => TryStart <= filter.TryStart && filter.TryEnd <= TryEnd && !Protects(filter.FilterStart);

        public static Region? Of(ExceptionHandler handler, Dictionary<Instruction, int> positions, int count)
        {
            var tryStart = Position(handler.TryStart, -1);
            var tryEnd = Position(handler.TryEnd, count);
            var handlerStart = Position(handler.HandlerStart, -1);
            var handlerEnd = Position(handler.HandlerEnd, count);
            var filterStart = handler.HandlerType == ExceptionHandlerType.Filter ? Position(handler.FilterStart, -1) : handlerStart;
            return tryStart >= 0 && tryStart < tryEnd && filterStart >= 0 && filterStart <= handlerStart && handlerStart < handlerEnd
                ? new Region(handler.HandlerType, tryStart, tryEnd, filterStart, handlerStart, handlerEnd)
                : null;

            int Position(Instruction? instruction, int absent) =>
                instruction is null ? absent : positions.TryGetValue(instruction, out var position) ? position : -1;
        }
    }
}
