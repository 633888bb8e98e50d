namespace Work.Continuations;

/// <summary>
/// How the continuations here are asked to run: where their antecedent completes, so that no other thread is part of what is measured.
/// </summary>
internal static class Following
{
    public const TaskContinuationOptions InPlace = TaskContinuationOptions.ExecuteSynchronously;

    public const TaskContinuationOptions OnFaultInPlace = TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously;
}
