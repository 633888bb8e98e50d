using Microsoft.EntityFrameworkCore;

namespace Shop;

/// <summary>The database: SQLite in the memory of this process.</summary>
public sealed class ShopContext(DbContextOptions<ShopContext> options) : DbContext(options)
{
    public DbSet<OrderRow> Orders => Set<OrderRow>();

    public DbSet<CustomerRow> Customers => Set<CustomerRow>();

    /// <summary>Creates the tables, and all the orders that the clients request.</summary>
    public async Task FillAsync(CancellationToken cancellation)
    {
        await Database.EnsureCreatedAsync(cancellation);
        Customers.AddRange(Enumerable.Range(1, 100).Select(id => new CustomerRow { Id = id, Name = $"Customer {id}", IsRegular = id % 3 == 0 }));
        Orders.AddRange(Enumerable.Range(1, 10_000).Select(id => new OrderRow { Id = id, CustomerId = id % 100 + 1, Total = id * 10m }));
        await SaveChangesAsync(cancellation);
    }
}
