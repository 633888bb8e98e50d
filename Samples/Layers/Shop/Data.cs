using Microsoft.EntityFrameworkCore;

namespace Shop;

/// <summary>A row of the orders.</summary>
public sealed class OrderRow
{
    public int Id { get; set; }

    public int CustomerId { get; set; }

    public decimal Total { get; set; }
}

/// <summary>A row of the customers.</summary>
public sealed class CustomerRow
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public bool IsRegular { get; set; }
}

/// <summary>The database: SQLite in the memory of this process.</summary>
public sealed class ShopContext(DbContextOptions<ShopContext> options) : DbContext(options)
{
    public DbSet<OrderRow> Orders => Set<OrderRow>();

    public DbSet<CustomerRow> Customers => Set<CustomerRow>();

    /// <summary>Creates the tables, and as many orders as the clients ask for.</summary>
    public async Task FillAsync(CancellationToken cancellation)
    {
        await Database.EnsureCreatedAsync(cancellation);
        Customers.AddRange(Enumerable.Range(1, 100).Select(id => new CustomerRow { Id = id, Name = $"Customer {id}", IsRegular = id % 3 == 0 }));
        Orders.AddRange(Enumerable.Range(1, 10_000).Select(id => new OrderRow { Id = id, CustomerId = id % 100 + 1, Total = id * 10m }));
        await SaveChangesAsync(cancellation);
    }
}
