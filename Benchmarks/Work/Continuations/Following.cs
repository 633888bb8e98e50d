namespace Work.Continuations;

/// <summary>Options that make a continuation run on the thread that completes its antecedent. So the measurement includes no other thread.</summary>
internal static class Following
{
    public const TaskContinuationOptions InPlace = TaskContinuationOptions.ExecuteSynchronously;

    public const TaskContinuationOptions OnFaultInPlace = TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously;
}
