namespace Shop;

/// <summary>Adds up prices from a slow source.</summary>
public static class Cart
{
    /// <summary>In the woven build, the ValueTask's box comes from a pool.</summary>
    /// <param name="prices">Yields the price of each article.</param>
    public static async ValueTask<decimal> TotalAsync(IAsyncEnumerable<decimal> prices)
    {
        var total = 0m;
        await foreach (var price in prices)
        {
            total += price;
        }

        return total;
    }

    /// <summary>In the woven build, the call passes the log as state, and makes no closure.</summary>
    /// <param name="payment">The task that may fail.</param>
    /// <param name="log">Gets the exception.</param>
    public static void Observe(Task payment, TextWriter log) =>
        payment.ContinueWith(t => log.WriteLine(t.Exception), TaskContinuationOptions.OnlyOnFaulted);
}
