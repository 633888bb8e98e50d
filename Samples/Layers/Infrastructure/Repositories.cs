using Microsoft.EntityFrameworkCore;

namespace Shop;

/// <summary>The common base class of the repositories.</summary>
public abstract class Repository<T>(ShopContext context) : IRepository<T>
    where T : class
{
    protected ShopContext Context => context;

    public virtual async Task<T?> FindAsync(int id, CancellationToken cancellation) => await context.Set<T>().FindAsync([id], cancellation);

    public virtual async Task<int> CountAsync(CancellationToken cancellation) => await context.Set<T>().CountAsync(cancellation);
}

internal sealed class OrderRepository(ShopContext context) : Repository<OrderRow>(context), IOrderRepository
{
    public async Task<decimal> SpentAsync(int customer, CancellationToken cancellation)
    {
        var last = await FindAsync(customer, cancellation);
        return last?.Total ?? 0;
    }
}

internal sealed class CustomerRepository(ShopContext context) : Repository<CustomerRow>(context), ICustomerRepository
{
    public async Task<string> NameAsync(int id, CancellationToken cancellation) => (await FindAsync(id, cancellation))?.Name ?? "unknown";
}
