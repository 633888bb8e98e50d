namespace PackageWork.Works;

/// <summary>An account that is a grain.</summary>
public interface IAccount : IGrainWithStringKey
{
    /// <summary>Adds an amount, and returns the balance.</summary>
    Task<int> DepositAsync(int amount);

    /// <summary>Moves an amount to another account, and returns the balance.</summary>
    /// <exception cref="InvalidOperationException">The balance is less than the amount.</exception>
    Task<int> TransferAsync(IAccount to, int amount);

    /// <summary>Returns the balance.</summary>
    ValueTask<int> BalanceAsync();

    /// <summary>Returns the booked amounts, in order.</summary>
    IAsyncEnumerable<int> BookedAsync();

    /// <summary>Ends the activation, so that the next call finds the stored state.</summary>
    Task LeaveAsync();
}
