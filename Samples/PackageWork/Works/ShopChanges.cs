using Microsoft.EntityFrameworkCore;

namespace PackageWork.Works;

/// <summary>Changes that Entity Framework Core writes.</summary>
/// <param name="open">Prepares the database.</param>
internal sealed class ShopChanges(Func<int, Task<ShopDatabase>> open)
    : Work("an order added, changed by two at once, added again, changed and rolled back, and deleted", cost: 100)
{
    private ShopDatabase? _database;

    public override async Task StartAsync(int workers) => _database = await open(workers);

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        for (var i = 0; i < operations; i++)
        {
            await using (var shop = await _database!.OpenAsync(worker))
            {
                shop.Add(Shop.Order.Of(worker, i, lines: 3));
                digest.Add(await shop.SaveChangesAsync());
            }

            digest.Add(await ChangeByTwoAsync(worker, i));
            digest.Add(await AddAgainAsync(worker, i));
            digest.Add(await RollBackAsync(worker, i));

            await using (var shop = await _database.OpenAsync(worker))
            {
                digest.Add(await shop.Lines.Where(line => line.Worker == worker).SumAsync(line => line.Cents));
                digest.Add(await shop.Orders.Where(order => order.Worker == worker).ExecuteDeleteAsync());
            }
        }

        return digest;
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await _database!.DisposeAsync();
    }

    private async Task<Digest> ChangeByTwoAsync(int worker, int number)
    {
        var digest = new Digest();
        await using var first = await _database!.OpenAsync(worker);
        await using var second = await _database!.OpenAsync(worker);
        var ofFirst = await first.Orders.SingleAsync(order => order.Worker == worker && order.Number == number);
        var ofSecond = await second.Orders.SingleAsync(order => order.Worker == worker && order.Number == number);
        (ofFirst.Customer, ofFirst.Version) = ("first", 1);
        digest.Add(await first.SaveChangesAsync());
        (ofSecond.Customer, ofSecond.Version) = ("second", 1);
        try
        {
            await second.SaveChangesAsync();
        }
        catch (DbUpdateConcurrencyException exception)
        {
            foreach (var entry in exception.Entries)
            {
                await entry.ReloadAsync();
            }
        }

        digest.Add(ofSecond.Customer);
        ofSecond.Version = 2;
        digest.Add(await second.SaveChangesAsync());
        return digest;
    }

    private async Task<string> AddAgainAsync(int worker, int number)
    {
        await using var shop = await _database!.OpenAsync(worker);
        shop.Add(Shop.Order.Of(worker, number, lines: 1));
        try
        {
            await shop.SaveChangesAsync();
            return "added";
        }
        catch (DbUpdateException exception)
        {
            return exception.InnerException!.Message;
        }
    }

    private async Task<int> RollBackAsync(int worker, int number)
    {
        await using var shop = await _database!.OpenAsync(worker);
        await using var transaction = await shop.Database.BeginTransactionAsync();
        var changed = await shop.Lines
            .Where(line => line.Worker == worker && line.Order == number)
            .ExecuteUpdateAsync(set => set.SetProperty(line => line.Cents, line => line.Cents + 1));
        shop.Add(Shop.Order.Of(worker, number + 1_000_000, lines: 1));
        await shop.SaveChangesAsync();
        await transaction.RollbackAsync();
        return changed;
    }
}
