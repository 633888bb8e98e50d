using Microsoft.Extensions.Caching.Memory;

namespace Shop;

/// <summary>The API's answer.</summary>
public sealed record Order(int Id, string Customer, decimal Total);

public interface IOrderService
{
    Task<Order?> GetAsync(int id, CancellationToken cancellation);
}

public interface ICustomerService
{
    Task<CustomerRow?> GetAsync(int id, CancellationToken cancellation);

    Task<string> NameAsync(int id, CancellationToken cancellation);
}

public interface IPriceService
{
    Task<decimal> PriceAsync(OrderRow order, CancellationToken cancellation);
}

/// <summary>One of several steps that compute a price.</summary>
public interface IDiscount
{
    Task<decimal> ApplyAsync(OrderRow order, decimal price, CancellationToken cancellation);
}

public interface IAudit
{
    Task WriteAsync(string what, CancellationToken cancellation);
}

internal sealed class OrderService(IOrderRepository orders, ICustomerService customers, IPriceService prices, IAudit audit) : IOrderService
{
    public async Task<Order?> GetAsync(int id, CancellationToken cancellation)
    {
        // The clients' order numbers begin at 0, and the rows' numbers begin at 1.
        var order = await orders.FindAsync(id + 1, cancellation);
        if (order == null)
        {
            return null;
        }

        var customer = await customers.NameAsync(order.CustomerId, cancellation);
        var price = await prices.PriceAsync(order, cancellation);
        await audit.WriteAsync("read", cancellation);
        return new Order(id, customer, price);
    }
}

internal sealed class CustomerService(ICustomerRepository customers) : ICustomerService
{
    public Task<CustomerRow?> GetAsync(int id, CancellationToken cancellation) => customers.FindAsync(id, cancellation);

    public async Task<string> NameAsync(int id, CancellationToken cancellation) => await customers.NameAsync(id, cancellation);
}

/// <summary>Caches names for as long as the program runs.</summary>
internal sealed class CachedCustomerService(CustomerService inner, IMemoryCache cache) : ICustomerService
{
    public Task<CustomerRow?> GetAsync(int id, CancellationToken cancellation) => inner.GetAsync(id, cancellation);

    public async Task<string> NameAsync(int id, CancellationToken cancellation)
    {
        if (cache.TryGetValue(id, out string? name))
        {
            return name!;
        }

        return cache.Set(id, await inner.NameAsync(id, cancellation));
    }
}

internal sealed class PriceService(IEnumerable<IDiscount> discounts) : IPriceService
{
    public async Task<decimal> PriceAsync(OrderRow order, CancellationToken cancellation)
    {
        var price = order.Total;
        foreach (var discount in discounts)
        {
            price = await discount.ApplyAsync(order, price, cancellation);
        }

        return price;
    }
}

internal sealed class DiscountOfRegulars(ICustomerService customers) : IDiscount
{
    public async Task<decimal> ApplyAsync(OrderRow order, decimal price, CancellationToken cancellation) =>
        await customers.GetAsync(order.CustomerId, cancellation) is { IsRegular: true } ? price * 0.9m : price;
}

internal sealed class DiscountOfLargeOrders(IOrderRepository orders) : IDiscount
{
    public async Task<decimal> ApplyAsync(OrderRow order, decimal price, CancellationToken cancellation) =>
        await orders.SpentAsync(order.CustomerId, cancellation) > 500 ? price * 0.95m : price;
}

internal sealed class Audit : IAudit
{
    private int _writes;

    public async Task WriteAsync(string what, CancellationToken cancellation)
    {
        // Simulates a queue, which answers later on another thread.
        await Task.Yield();
        Interlocked.Increment(ref _writes);
    }
}
