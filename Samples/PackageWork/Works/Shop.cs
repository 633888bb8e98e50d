using Microsoft.EntityFrameworkCore;

namespace PackageWork.Works;

/// <summary>Orders and their lines, stored by Entity Framework Core.</summary>
internal sealed class Shop(DbContextOptions<Shop> options) : DbContext(options)
{
    public DbSet<Order> Orders => Set<Order>();

    public DbSet<Line> Lines => Set<Line>();

    // The program sets the keys, so that they are the same in every run.
    protected override void OnModelCreating(ModelBuilder model)
    {
        model.Entity<Order>().HasKey(order => new { order.Worker, order.Number });
        model.Entity<Order>().Property(order => order.Version).IsConcurrencyToken();
        model.Entity<Order>().HasMany(order => order.Lines).WithOne().HasForeignKey(line => new { line.Worker, line.Order });
        model.Entity<Line>().HasKey(line => new { line.Worker, line.Order, line.Number });
    }

    internal sealed class Order
    {
        public int Worker { get; init; }

        public int Number { get; init; }

        public required string Customer { get; set; }

        public int Version { get; set; }

        public List<Line> Lines { get; } = [];

        public static Order Of(int worker, int number, int lines)
        {
            var order = new Order { Worker = worker, Number = number, Customer = $"customer {number % 3}" };
            order.Lines.AddRange(Enumerable.Range(1, lines).Select(line => new Line { Number = line, Product = $"product {line}", Cents = number * line }));
            return order;
        }
    }

    internal sealed class Line
    {
        public int Worker { get; init; }

        public int Order { get; init; }

        public int Number { get; init; }

        public required string Product { get; init; }

        public int Cents { get; set; }
    }
}
