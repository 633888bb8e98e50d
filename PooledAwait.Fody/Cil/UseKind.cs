namespace PooledAwait.Fody.Cil;

/// <summary>What an instruction means for a value whose life is followed.</summary>
internal enum UseKind
{
    /// <summary>Nothing.</summary>
    Neither,

    /// <summary>It uses the value up.</summary>
    Consume,

    /// <summary>It looks at the value and leaves it as it is.</summary>
    Peek,

    /// <summary>It puts another value in its place.</summary>
    Redefine,
}
