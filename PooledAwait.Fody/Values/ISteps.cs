namespace PooledAwait.Fody.Values;

/// <summary>Decides what the instructions of one body do with the kind of value that is followed through it.</summary>
internal interface ISteps
{
    /// <summary>Returns what an instruction does with the value that it takes, or with an address by which it may read the value.</summary>
    Step Of(StackUse taken, bool isAddress);
}
