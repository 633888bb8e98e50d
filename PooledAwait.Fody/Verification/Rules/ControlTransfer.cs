namespace PooledAwait.Fody.Verification;

/// <summary>How control may move between protected regions (ECMA-335, I.12.4.2.8), by the positions of instructions.</summary>
internal sealed class ControlTransfer(ProtectedPart[] parts)
{
    /// <summary>What is wrong with a branch, or with falling through.</summary>
    public (FindingKind Kind, string Text)? Branch(int from, int to)
    {
        foreach (var part in parts)
        {
            if (part.Contains(from) && !part.Contains(to))
            {
                return (FindingKind.RegionExit, $"leaves a {part.Kind} by a branch");
            }
        }

        return Entry(from, to);
    }

    /// <summary>What is wrong with a leave.</summary>
    public (FindingKind Kind, string Text)? Leave(int from, int to)
    {
        foreach (var part in parts)
        {
            if (part.Kind is PartKind.Finally or PartKind.Filter && part.Contains(from) && !part.Contains(to))
            {
                return (FindingKind.RegionExit, $"leaves a {part.Kind}");
            }
        }

        return Entry(from, to);
    }

    /// <summary>What is wrong with an instruction that ends the method, or a region of one kind.</summary>
    public (FindingKind Kind, string Text)? End(int at, PartKind? allowed)
    {
        foreach (var part in parts)
        {
            if (part.Contains(at))
            {
                return part.Kind == allowed ? null : (FindingKind.RegionExit, $"stands in a {part.Kind}");
            }
        }

        return allowed == null ? null : (FindingKind.RegionExit, "stands in no handler");
    }

    public bool IsInCatch(int at)
    {
        foreach (var part in parts)
        {
            if (part.Kind is PartKind.Catch or PartKind.Finally && part.Contains(at))
            {
                return part.Kind == PartKind.Catch;
            }
        }

        return false;
    }

    private (FindingKind Kind, string Text)? Entry(int from, int to)
    {
        foreach (var part in parts)
        {
            // A catch handler may go back to any place in its own try. All other code must enter a try at its start.
            var enters = part.Contains(to) && !part.Contains(from);
            if (enters && (part.Kind != PartKind.Try || (part.Start != to && !IsHandledBy(part, from))))
            {
                return (FindingKind.RegionEntry, $"enters a {part.Kind}{(part.Kind == PartKind.Try ? " behind its start" : "")}");
            }
        }

        return null;
    }

    private bool IsHandledBy(ProtectedPart tried, int from)
    {
        foreach (var part in parts)
        {
            if (part.Kind == PartKind.Catch && part.Contains(from) && part.Tried == tried.Tried)
            {
                return true;
            }
        }

        return false;
    }
}
