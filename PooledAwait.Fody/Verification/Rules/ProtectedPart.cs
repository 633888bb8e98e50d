namespace PooledAwait.Fody.Verification;

internal enum PartKind : byte
{
    Try,
    Filter,
    Catch,
    Finally,
}

/// <summary>A part of a body that control may enter and leave only by certain rules: a try block, a filter or a handler.</summary>
/// <remarks>
/// The weaver's analysis uses <see cref="ProtectedRegions"/> instead. That class assumes correctly nested regions, and finds where an exception goes. This
/// class checks whether the regions are nested correctly.
/// </remarks>
/// <param name="Kind">The kind of part. A fault handler counts as a finally.</param>
/// <param name="Start">The position of the part's first instruction.</param>
/// <param name="End">The position after the part's last instruction.</param>
/// <param name="Clause">The index of the exception clause. For a try block with several handlers, the index of the first clause.</param>
/// <param name="Tried">The start and end of the try block that this part is or belongs to.</param>
internal sealed record ProtectedPart(PartKind Kind, int Start, int End, int Clause, (int Start, int End) Tried)
{
    public bool Contains(int position) => Start <= position && position < End;

    public bool Contains(ProtectedPart other) => Start <= other.Start && other.End <= End;

    /// <summary>
    /// Returns the parts of a body, with inner parts before outer parts. Also returns the first fault of the parts; null if nothing is wrong.
    /// </summary>
    public static (ProtectedPart[] Parts, string? Fault) Of(MethodBody body, Func<Instruction?, int> positionOf)
    {
        if (!body.HasExceptionHandlers)
        {
            return ([], null);
        }

        var parts = new List<ProtectedPart>();
        var size = body.Instructions.Count;
        for (var i = 0; i < body.ExceptionHandlers.Count; i++)
        {
            var clause = body.ExceptionHandlers[i];
            var tried = (Start: Start(clause.TryStart), End: End(clause.TryEnd));
            if (!parts.Exists(part => part.Kind == PartKind.Try && part.Tried == tried))
            {
                parts.Add(new ProtectedPart(PartKind.Try, tried.Start, tried.End, i, tried));
            }

            if (clause.HandlerType == ExceptionHandlerType.Filter)
            {
                parts.Add(new ProtectedPart(PartKind.Filter, Start(clause.FilterStart), Start(clause.HandlerStart), i, tried));
            }

            var kind = clause.HandlerType is ExceptionHandlerType.Catch or ExceptionHandlerType.Filter ? PartKind.Catch : PartKind.Finally;
            parts.Add(new ProtectedPart(kind, Start(clause.HandlerStart), End(clause.HandlerEnd), i, tried));
        }

        return ([.. parts.OrderBy(part => part.End - part.Start)], Fault(parts) ?? OutOfOrder(parts));

        int Start(Instruction? instruction) => instruction == null ? -1 : positionOf(instruction);

        int End(Instruction? instruction) => instruction == null ? size : positionOf(instruction);
    }

    private static string? Fault(List<ProtectedPart> parts)
    {
        foreach (var part in parts)
        {
            if (part.Start < 0 || part.Start >= part.End)
            {
                return $"the {part.Kind} of clause {part.Clause} is empty or not of instructions of the body";
            }

            foreach (var other in parts)
            {
                var apart = part.End <= other.Start || other.End <= part.Start;
                var within = (part.Contains(other) || other.Contains(part)) && (part.Start, part.End) != (other.Start, other.End);
                if (part != other && !apart && !within)
                {
                    return $"the {part.Kind} of clause {part.Clause} overlaps the {other.Kind} of clause {other.Clause}";
                }
            }
        }

        return null;
    }

    private static string? OutOfOrder(List<ProtectedPart> parts)
    {
        foreach (var handler in parts)
        {
            if (handler.Kind is PartKind.Try or PartKind.Filter)
            {
                continue;
            }

            var (start, end) = handler.Tried;
            if ((start <= handler.Start && handler.Start < end) || (handler.Start <= start && start < handler.End))
            {
                return $"the handler of clause {handler.Clause} lies in what it protects, or around it";
            }

            // The runtime takes the first clause that fits, so clauses of inner regions must come first.
            foreach (var earlier in parts)
            {
                if (earlier.Kind is PartKind.Catch or PartKind.Finally && earlier.Clause < handler.Clause && earlier.Tried != handler.Tried
                    && earlier.Tried.Start <= start && end <= earlier.Tried.End)
                {
                    return $"clause {earlier.Clause} is around clause {handler.Clause} and stands before it";
                }
            }
        }

        return null;
    }
}
