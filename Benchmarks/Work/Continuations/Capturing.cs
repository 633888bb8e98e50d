namespace Work.Continuations;

/// <summary>Lambdas that capture arguments of their method.</summary>
public static class Capturing
{
    /// <summary>Captures one reference.</summary>
    public static Task One(Task antecedent, StrongBox<int> total) =>
        antecedent.ContinueWith(_ => { total.Value++; }, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    /// <summary>Makes the same call as the method above, but passes a state object.</summary>
    public static Task OneByHand(Task antecedent, StrongBox<int> total) => antecedent.ContinueWith(
        static (_, state) => { ((StrongBox<int>)state!).Value++; }, total, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    /// <summary>Captures two references.</summary>
    public static Task Two(Task antecedent, StrongBox<int> total, int[] amounts) => antecedent.ContinueWith(
        _ => { total.Value += amounts[0]; }, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    /// <summary>Makes the same call as the method above, but passes a state object.</summary>
    public static Task TwoByHand(Task antecedent, StrongBox<int> total, int[] amounts) => antecedent.ContinueWith(
        static (_, state) =>
        {
            var both = (TotalAndAmounts)state!;
            both.Total.Value += both.Amounts[0];
        },
        new TotalAndAmounts { Total = total, Amounts = amounts }, CancellationToken.None, Following.InPlace, TaskScheduler.Default);

    private sealed class TotalAndAmounts
    {
        public required StrongBox<int> Total { get; init; }

        public required int[] Amounts { get; init; }
    }
}
