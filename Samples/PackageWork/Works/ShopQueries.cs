using Microsoft.EntityFrameworkCore;

namespace PackageWork.Works;

/// <summary>Queries of Entity Framework Core.</summary>
/// <param name="open">Prepares the database.</param>
internal sealed class ShopQueries(Func<int, Task<ShopDatabase>> open)
    : Work("queries: an order with its lines, totals, a page by await foreach, and one that finds nothing", cost: 80)
{
    private const int Orders = 20;

    private ShopDatabase? _database;

    public override async Task StartAsync(int workers)
    {
        _database = await open(workers);
        for (var worker = 0; worker < workers; worker++)
        {
            await using var shop = await _database.OpenAsync(worker);
            shop.AddRange(Enumerable.Range(0, Orders).Select(number => Shop.Order.Of(worker, number, lines: 4)));
            await shop.SaveChangesAsync();
        }
    }

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        for (var i = 0; i < operations; i++)
        {
            await using var shop = await _database!.OpenAsync(worker);
            digest.Add(await OrderAsync(shop, worker, i % Orders));
            digest.Add(await TotalsAsync(shop, worker));
            digest.Add(await PageAsync(shop, worker, i % Orders));
            try
            {
                await shop.Orders.SingleAsync(order => order.Worker == worker && order.Number < 0);
            }
            catch (InvalidOperationException exception)
            {
                digest.Add(exception.Message);
            }
        }

        return digest;
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await _database!.DisposeAsync();
    }

    private static async Task<Digest> OrderAsync(Shop shop, int worker, int number)
    {
        var digest = new Digest();
        var order = await shop.Orders
            .Include(order => order.Lines.OrderBy(line => line.Number))
            .FirstAsync(order => order.Worker == worker && order.Number == number);
        digest.Add(order.Customer);
        foreach (var line in order.Lines)
        {
            digest.Add(line.Product);
            digest.Add(line.Cents);
        }

        digest.Add((await shop.Orders.FindAsync(worker, (number + 1) % Orders))!.Customer);
        digest.Add(await shop.Lines.CountAsync(line => line.Worker == worker && line.Cents > number));
        return digest;
    }

    private static async Task<Digest> TotalsAsync(Shop shop, int worker)
    {
        var digest = new Digest();
        var totals = await shop.Orders
            .Where(order => order.Worker == worker)
            .GroupBy(order => order.Customer, (customer, orders) => new { customer, cents = orders.Sum(order => order.Lines.Sum(line => line.Cents)) })
            .OrderBy(total => total.customer)
            .ToListAsync();
        foreach (var total in totals)
        {
            digest.Add(total.customer);
            digest.Add(total.cents);
        }

        return digest;
    }

    private static async Task<Digest> PageAsync(Shop shop, int worker, int first)
    {
        var digest = new Digest();
        var page = shop.Lines.AsNoTracking()
            .Where(line => line.Worker == worker)
            .OrderBy(line => line.Order)
            .ThenBy(line => line.Number)
            .Skip(first)
            .Take(10);
        await foreach (var line in page.AsAsyncEnumerable())
        {
            digest.Add(line.Order);
            digest.Add(line.Product);
        }

        return digest;
    }
}
