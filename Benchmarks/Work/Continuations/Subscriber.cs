namespace Work.Continuations;

/// <summary>Lambdas that use the object that they are written in, and nothing else.</summary>
public sealed class Subscriber
{
    /// <summary>How many continuations ran.</summary>
    public int Runs { get; private set; }

    /// <summary>Counts, as an Action.</summary>
    public Task Follow(Task antecedent) =>
        antecedent.ContinueWith(_ => { Runs++; }, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    /// <summary>The same with a state object, by hand.</summary>
    public Task FollowByHand(Task antecedent) => antecedent.ContinueWith(
        static (_, state) => { ((Subscriber)state!).Runs++; }, this, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    /// <summary>Counts, as a Func.</summary>
    public Task<int> FollowWithResult(Task antecedent) =>
        antecedent.ContinueWith(_ => ++Runs, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    /// <summary>The same with a state object, by hand.</summary>
    public Task<int> FollowWithResultByHand(Task antecedent) => antecedent.ContinueWith(
        static (_, state) => ++((Subscriber)state!).Runs, this, CancellationToken.None, Following.InPlace, TaskScheduler.Default);
}
