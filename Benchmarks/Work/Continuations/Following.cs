namespace Work.Continuations;

/// <summary>The options of the continuations, which run on the thread that completes their antecedent. So the measurement includes no other thread.</summary>
internal static class Following
{
    public const TaskContinuationOptions InPlace = TaskContinuationOptions.ExecuteSynchronously;

    public const TaskContinuationOptions OnFaultInPlace = TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously;
}
