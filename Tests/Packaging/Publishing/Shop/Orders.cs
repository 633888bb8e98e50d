using System.Threading.Tasks;
using Fresh;
using Polly;
using Polly.Retry;

namespace Shop;

/// <summary>Extensions of the shop implement this interface.</summary>
public interface IDiscount
{
    Task<int> OfAsync(int price);
}

/// <summary>A library that is a project of the application's solution and uses a package.</summary>
public class Orders(Gate gate)
{
    private static readonly ResiliencePipeline s_pipeline = new ResiliencePipelineBuilder().AddRetry(new RetryStrategyOptions()).Build();

    public async ValueTask<int> PriceAsync(int article)
    {
        var price = 3 * article;
        await gate;
        return price;
    }

    public async Task<int> ReserveAsync(int article)
    {
        var (shelf, place) = (article / 10, article % 10);
        await gate;
        return (10 * shelf) + place;
    }

    public ValueTask<int> StockAsync(int article) => s_pipeline.ExecuteAsync(
        static async (asked, _) =>
        {
            await asked.gate;
            return asked.article;
        },
        (gate, article));

    public async Task<int> TotalAsync(int article, IDiscount discount)
    {
        var price = await ShippedAsync(article);
        return price - await discount.OfAsync(price);
    }

    public virtual async Task<int> ShippedAsync(int article)
    {
        await Task.Yield();
        return 10 * article;
    }
}
