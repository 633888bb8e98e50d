namespace Api;

/// <summary>Simulates a database, which answers later on another thread.</summary>
internal sealed class OrderStore
{
    public async ValueTask<Order> ReadAsync(int id, CancellationToken cancellation)
    {
        await TripAsync(cancellation);
        return new Order(id, id % 2 == 0 ? "Ada" : "Grace", id * 10m);
    }

    public async Task<decimal> DiscountAsync(string customer, decimal total, CancellationToken cancellation)
    {
        var share = customer == "Ada" ? 0.1m : 0.2m;
        await TripAsync(cancellation);
        return total * share;
    }

    public async Task RecordAsync(CancellationToken cancellation) => await TripAsync(cancellation);

    private static async ValueTask TripAsync(CancellationToken cancellation)
    {
        await Task.Yield();
        cancellation.ThrowIfCancellationRequested();
    }
}
