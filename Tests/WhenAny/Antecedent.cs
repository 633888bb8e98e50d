namespace Tests.WhenAny;

/// <summary>How a task ended, or that it is pending.</summary>
public enum Outcome
{
    Pending,
    RanToCompletion,
    Faulted,
    Canceled,
}

/// <summary>A task that the test completes, or that is completed from the start.</summary>
public sealed class Antecedent
{
    private readonly TaskCompletionSource<int> _source = new();

    public Antecedent(Outcome outcome)
    {
        Outcome = outcome;
        Complete(outcome);
    }

    public Outcome Outcome { get; }

    public Task<int> Task => _source.Task;

    public void Complete(Outcome outcome)
    {
        switch (outcome)
        {
            case Outcome.RanToCompletion:
                _source.SetResult(1);
                break;
            case Outcome.Faulted:
                _source.SetException(new InvalidOperationException());
                _ = Task.Exception; // marks the exception as observed
                break;
            case Outcome.Canceled:
                _source.SetCanceled();
                break;
        }
    }
}
