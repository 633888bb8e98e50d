extern alias NotWoven;
extern alias WithoutDirectAwaits;
extern alias Woven;

using Measuring;
using WebApi;

namespace Layers;

/// <summary>Compares three builds of the same API under the same load.</summary>
internal static class Comparison
{
    public static async Task RunAsync(int connections, int requests, int rounds, TextWriter output, CancellationToken cancellation)
    {
        await using var notWovenApi = await NotWoven::Shop.ShopApi.StartAsync("not woven", cancellation);
        await using var withoutApi = await WithoutDirectAwaits::Shop.ShopApi.StartAsync("without direct awaits", cancellation);
        await using var wovenApi = await Woven::Shop.ShopApi.StartAsync("woven", cancellation);
        using var notWoven = await Load.ConnectAsync(notWovenApi.EndPoint, connections, cancellation);
        using var without = await Load.ConnectAsync(withoutApi.EndPoint, connections, cancellation);
        using var woven = await Load.ConnectAsync(wovenApi.EndPoint, connections, cancellation);
        await Rounds.RunAsync(
            [new("not woven", notWoven.RunAsync), new("without direct awaits", without.RunAsync), new("woven", woven.RunAsync)],
            "request", $"{connections} connections", connections, requests, rounds, output, cancellation);

        using var profile = new AllocationProfile();
        foreach (var (name, load) in new[] { ("not woven", notWoven), ("woven", woven) })
        {
            await profile.OfAsync(() => load.RunAsync(requests * rounds, cancellation));
            profile.Write(name, output);
        }
    }
}
