namespace Work.Continuations;

/// <summary>Lambdas that use only <c>this</c>.</summary>
public sealed class Subscriber
{
    /// <summary>The number of continuations that ran.</summary>
    public int Runs { get; private set; }

    /// <summary>Counts the runs of a continuation that is an Action.</summary>
    public Task Follow(Task antecedent) =>
        antecedent.ContinueWith(_ => { Runs++; }, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    /// <summary>Makes the same call as the method above, but passes a state object.</summary>
    public Task FollowByHand(Task antecedent) => antecedent.ContinueWith(
        static (_, state) => { ((Subscriber)state!).Runs++; }, this, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    /// <summary>Counts the runs of a continuation that is a Func.</summary>
    public Task<int> FollowWithResult(Task antecedent) =>
        antecedent.ContinueWith(_ => ++Runs, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    /// <summary>Makes the same call as the method above, but passes a state object.</summary>
    public Task<int> FollowWithResultByHand(Task antecedent) => antecedent.ContinueWith(
        static (_, state) => ++((Subscriber)state!).Runs, this, CancellationToken.None, Following.InPlace, TaskScheduler.Default);
}
