extern alias NotWoven;
extern alias Woven;

using Measuring;

namespace WebApi;

/// <summary>Compares both builds of the same API under the same load.</summary>
internal static class Comparison
{
    public static async Task RunAsync(int connections, int requests, int rounds, TextWriter output, CancellationToken cancellation)
    {
        await using var notWovenApi = await NotWoven::Api.OrderApi.StartAsync(cancellation);
        await using var wovenApi = await Woven::Api.OrderApi.StartAsync(cancellation);
        using var notWoven = await Load.ConnectAsync(notWovenApi.EndPoint, connections, cancellation);
        using var woven = await Load.ConnectAsync(wovenApi.EndPoint, connections, cancellation);
        await Rounds.RunAsync(
            [new("not woven", notWoven.RunAsync), new("woven", woven.RunAsync)],
            "request", $"{connections} connections", connections, requests, rounds, output, cancellation);
    }
}
