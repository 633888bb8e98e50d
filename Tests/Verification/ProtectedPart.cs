using System.Reflection.Metadata;

namespace Tests.Verification;

internal enum PartKind : byte
{
    Try,
    Filter,
    Catch,
    Finally,
}

/// <summary>A stretch of a body that control enters and leaves by rules of its own.</summary>
/// <param name="Kind">A fault handler counts as a finally.</param>
/// <param name="Clause">Index of the clause; of a try with several handlers, that of the first.</param>
/// <param name="Tried">Where the try starts and ends that this is or belongs to.</param>
internal sealed record ProtectedPart(PartKind Kind, int Start, int End, int Clause, (int Start, int End) Tried)
{
    public bool Contains(int offset) => Start <= offset && offset < End;

    public bool Contains(ProtectedPart other) => Start <= other.Start && other.End <= End;

    /// <summary>The parts of a body, inner ones before those around them; or what is wrong with them.</summary>
    public static (IReadOnlyList<ProtectedPart> Parts, string? Fault) Of(MethodBodyBlock body, IReadOnlySet<int> starts, int size)
    {
        var parts = new List<ProtectedPart>();
        for (var i = 0; i < body.ExceptionRegions.Length; i++)
        {
            var clause = body.ExceptionRegions[i];
            var tried = (Start: clause.TryOffset, End: clause.TryOffset + clause.TryLength);
            if (!parts.Exists(part => part.Kind == PartKind.Try && part.Tried == tried))
            {
                parts.Add(new ProtectedPart(PartKind.Try, tried.Start, tried.End, i, tried));
            }

            if (clause.Kind == ExceptionRegionKind.Filter)
            {
                parts.Add(new ProtectedPart(PartKind.Filter, clause.FilterOffset, clause.HandlerOffset, i, tried));
            }

            var kind = clause.Kind is ExceptionRegionKind.Catch or ExceptionRegionKind.Filter ? PartKind.Catch : PartKind.Finally;
            parts.Add(new ProtectedPart(kind, clause.HandlerOffset, clause.HandlerOffset + clause.HandlerLength, i, tried));
        }

        return (parts.OrderBy(part => part.End - part.Start).ToList(), Fault(parts, body, starts, size));
    }

    private static string? Fault(List<ProtectedPart> parts, MethodBodyBlock body, IReadOnlySet<int> starts, int size)
    {
        foreach (var part in parts)
        {
            if (part.Start >= part.End || !starts.Contains(part.Start) || part.End != size && !starts.Contains(part.End))
            {
                return $"the {part.Kind} of clause {part.Clause} is empty or not of whole instructions";
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

        for (var i = 0; i < body.ExceptionRegions.Length; i++)
        {
            var clause = body.ExceptionRegions[i];
            for (var j = 0; j < i; j++)
            {
                // The runtime takes the first clause that fits, so those of inner regions come first.
                var earlier = body.ExceptionRegions[j];
                var around = earlier.TryOffset <= clause.TryOffset && clause.TryOffset + clause.TryLength <= earlier.TryOffset + earlier.TryLength;
                if (around && (earlier.TryOffset, earlier.TryLength) != (clause.TryOffset, clause.TryLength))
                {
                    return $"clause {j} is around clause {i} and stands before it";
                }
            }

            var (start, handlerStart) = (clause.TryOffset, clause.HandlerOffset);
            if (start <= handlerStart && handlerStart < start + clause.TryLength
                || handlerStart <= start && start < handlerStart + clause.HandlerLength)
            {
                return $"the handler of clause {i} lies in what it protects, or around it";
            }
        }

        return null;
    }
}
