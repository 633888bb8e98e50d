namespace Shop;

/// <summary>The operations of every repository.</summary>
public interface IRepository<T>
    where T : class
{
    Task<T?> FindAsync(int id, CancellationToken cancellation);

    Task<int> CountAsync(CancellationToken cancellation);
}

public interface IOrderRepository : IRepository<OrderRow>
{
    Task<decimal> SpentAsync(int customer, CancellationToken cancellation);
}

public interface ICustomerRepository : IRepository<CustomerRow>
{
    Task<string> NameAsync(int id, CancellationToken cancellation);
}
