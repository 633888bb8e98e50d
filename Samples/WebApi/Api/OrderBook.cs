namespace Api;

/// <summary>The API's work: an async method that awaits another, a wait for the first of two tasks, and a continuation that counts failures.</summary>
internal sealed class OrderBook(OrderStore store, Task closing)
{
    private int _failures;

    public async ValueTask<Order> FindAsync(int id, CancellationToken cancellation)
    {
        var order = await store.ReadAsync(id, cancellation);
        var discount = store.DiscountAsync(order.Customer, order.Total, cancellation);
        if (await Task.WhenAny(discount, closing) == closing)
        {
            throw new InvalidOperationException("The shop is closing.");
        }

        Observe(store.RecordAsync(cancellation));
        return order with { Total = order.Total - await discount };
    }

    private void Observe(Task record) => record.ContinueWith(
        _ => Interlocked.Increment(ref _failures),
        TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously);
}
