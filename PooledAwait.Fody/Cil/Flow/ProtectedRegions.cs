using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil.Flow;

/// <summary>The exception handlers of a body by the positions of their instructions; every end is exclusive.</summary>
internal sealed class ProtectedRegions
{
    private readonly List<Region> _regions = [];
    private readonly int[] _segmentStarts;
    private readonly int[][] _segmentEntries;

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

        // The handlers that cover an instruction change only where a try block starts or ends.
        _segmentStarts = [.. _regions.SelectMany(r => new[] { r.TryStart, r.TryEnd }).Append(0).Distinct().OrderBy(start => start)];
        _segmentEntries = [.. _segmentStarts.Select(EntriesAt)];
    }

    public BodyFault? Fault { get; }

    /// <summary>Where control may go when the instruction at a position throws: starts of handlers and filters.</summary>
    public int[] EntriesFrom(int position)
    {
        var segment = Array.BinarySearch(_segmentStarts, position);
        return _segmentEntries[segment >= 0 ? segment : ~segment - 1];
    }

    /// <summary>The starts of the handlers and filters that begin with an exception object on the stack.</summary>
    public IEnumerable<int> ExceptionObjectEntries() =>
        _regions.Where(r => r.Kind is ExceptionHandlerType.Catch or ExceptionHandlerType.Filter)
            .SelectMany(r => r.Kind == ExceptionHandlerType.Filter ? new[] { r.FilterStart, r.HandlerStart } : [r.HandlerStart])
            .Distinct();

    /// <summary>The finally handlers that a leave from one position to another runs, in that order.</summary>
    public IEnumerable<int> FinallyHandlersBetween(int leave, int target) =>
        _regions.Where(r => r.Kind == ExceptionHandlerType.Finally && r.Protects(leave) && !r.Protects(target))
            .OrderBy(r => r.TryEnd - r.TryStart)
            .Select(r => r.HandlerStart);

    /// <summary>The start of the innermost finally or fault handler around a position; null where there is none.</summary>
    public int? FinallyHandlerAround(int position) =>
        _regions.Where(r => r.RunsBeforeOuterHandlers && r.HandlerStart <= position && position < r.HandlerEnd)
            .OrderBy(r => r.HandlerEnd - r.HandlerStart)
            .Select(r => (int?)r.HandlerStart)
            .FirstOrDefault();

    /// <summary>The start of the handler that the filter around a position belongs to; null where it is in none.</summary>
    public int? HandlerOfFilterAround(int position) =>
        _regions.Where(r => r.Kind == ExceptionHandlerType.Filter && r.FilterStart <= position && position < r.HandlerStart)
            .OrderBy(r => r.HandlerStart - r.FilterStart)
            .Select(r => (int?)r.HandlerStart)
            .FirstOrDefault();

    private int[] EntriesAt(int position)
    {
        var covering = _regions.Where(r => r.Protects(position)).OrderBy(r => r.TryEnd - r.TryStart).ToList();
        var entries = new List<int>();
        foreach (var region in covering)
        {
            // An outer filter runs before an inner finally, everything else outside only after it: by way of the instructions of the
            // finally, which the outer try covers as well.
            if (region.Kind == ExceptionHandlerType.Filter)
            {
                entries.Add(region.FilterStart);
            }
            else if (!covering.Any(inner => inner.RunsBeforeOuterHandlers && region.Protects(inner.HandlerStart)))
            {
                entries.Add(region.HandlerStart);
            }
        }

        return [.. entries.Distinct()];
    }

    private sealed record Region(ExceptionHandlerType Kind, int TryStart, int TryEnd, int FilterStart, int HandlerStart, int HandlerEnd)
    {
        public bool RunsBeforeOuterHandlers => Kind is ExceptionHandlerType.Finally or ExceptionHandlerType.Fault;

        public bool Protects(int position) => TryStart <= position && position < TryEnd;

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
