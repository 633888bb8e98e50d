using System.Threading.Tasks;
using Fresh;
using Shop;

namespace Extended;

/// <summary>A plug-in, which overrides, implements and calls members of the library.</summary>
public sealed class Sale(Gate gate) : Orders(gate), IDiscount
{
    public override async Task<int> ShippedAsync(int article) => 1 + await base.ShippedAsync(article);

    public async Task<int> OfAsync(int price) => await TotalAsync(1, new Nothing()) + (price / 2);

    private sealed class Nothing : IDiscount
    {
        public Task<int> OfAsync(int price) => Task.FromResult(0);
    }
}
