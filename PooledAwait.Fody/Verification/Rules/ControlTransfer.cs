namespace PooledAwait.Fody.Verification;

/// <summary>Checks how control enters and leaves protected regions (ECMA-335, I.12.4.2.8). Instructions are identified by their positions.</summary>
internal sealed class ControlTransfer(ProtectedPart[] parts)
{
    /// <summary>Finds what is wrong with a branch, or with going on to the next instruction; null if nothing is wrong.</summary>
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

    /// <summary>Finds what is wrong with a leave instruction; null if nothing is wrong.</summary>
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

    /// <summary>
    /// Finds what is wrong with an instruction that ends the method or a region; null if nothing is wrong. The innermost region around the instruction must be
    /// of the allowed kind. If no kind is given, there must be no region around the instruction.
    /// </summary>
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
            // A catch handler may go back to any instruction of its own try block. All other code must enter a try block at its start.
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
