namespace PooledAwait.Fody.Values;

/// <summary>Decides what the instructions of one body do with the value that is followed through the body.</summary>
internal interface ISteps
{
    /// <summary>Returns what an instruction does with the value that it takes from the stack, or with the value's address.</summary>
    Step Of(StackUse taken, bool isAddress);
}
