namespace PackageWork.Works;

/// <summary>An account that is a grain, with its state in the silo's memory.</summary>
internal sealed class Account([PersistentState("account")] IPersistentState<Account.Bookings> bookings) : Grain, IAccount
{
    private int Balance => bookings.State.Amounts.Sum();

    public async Task<int> DepositAsync(int amount)
    {
        bookings.State.Amounts.Add(amount);
        await bookings.WriteStateAsync();
        return Balance;
    }

    public async Task<int> TransferAsync(IAccount to, int amount)
    {
        if (Balance < amount)
        {
            throw new InvalidOperationException($"{Balance} is less than {amount}");
        }

        await to.DepositAsync(amount);
        return await DepositAsync(-amount);
    }

    public ValueTask<int> BalanceAsync() => new(Balance);

    public async IAsyncEnumerable<int> BookedAsync()
    {
        foreach (var amount in bookings.State.Amounts.ToList())
        {
            await Task.Yield();
            yield return amount;
        }
    }

    public Task LeaveAsync()
    {
        DeactivateOnIdle();
        return Task.CompletedTask;
    }

    /// <summary>The booked amounts.</summary>
    [GenerateSerializer]
    internal sealed class Bookings
    {
        [Id(0)]
        public List<int> Amounts { get; set; } = [];
    }
}
