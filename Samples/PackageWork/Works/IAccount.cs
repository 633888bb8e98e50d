namespace PackageWork.Works;

/// <summary>An account that is a grain.</summary>
public interface IAccount : IGrainWithStringKey
{
    /// <summary>Adds an amount, and tells the balance.</summary>
    Task<int> DepositAsync(int amount);

    /// <summary>Moves an amount to another account, and tells the balance.</summary>
    /// <exception cref="InvalidOperationException">There is not enough.</exception>
    Task<int> TransferAsync(IAccount to, int amount);

    /// <summary>Tells the balance.</summary>
    ValueTask<int> BalanceAsync();

    /// <summary>What was booked, in its order.</summary>
    IAsyncEnumerable<int> BookedAsync();

    /// <summary>Has the activation go, so that the next call finds the stored state.</summary>
    Task LeaveAsync();
}
