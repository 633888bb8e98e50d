using PooledAwait.Fody.Cil.Flow;

namespace PooledAwait.Fody.Following;

/// <summary>What the instructions of one body mean for the kind of value that is followed through it.</summary>
internal interface ISteps
{
    /// <summary>What an instruction makes of the value that it takes, or of an address by which it may read it.</summary>
    Step Of(StackUse taken, bool isAddress);
}
