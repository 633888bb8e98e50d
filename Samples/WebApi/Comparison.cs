extern alias NotWoven;
extern alias Woven;

using System.Net;
using Measuring;

namespace WebApi;

/// <summary>Compares the builds of the same API under the same load. On .NET 11, one build has methods that the runtime itself suspends.</summary>
internal static class Comparison
{
    public static async Task RunAsync(int connections, int requests, int rounds, TextWriter output, CancellationToken cancellation)
    {
        await using var notWoven = await NotWoven::Api.OrderApi.StartAsync(cancellation);
        await using var woven = await Woven::Api.OrderApi.StartAsync(cancellation);
        List<(string Name, IPEndPoint EndPoint)> builds = [("not woven", notWoven.EndPoint), ("woven", woven.EndPoint)];
        var runtimeAsync = Environment.Version.Major < 11 ? default : await RuntimeAsyncApi.StartAsync(cancellation);
        await using var api = runtimeAsync.Api;
        if (api is not null)
        {
            builds.Add(("runtime-async", runtimeAsync.EndPoint));
        }

        List<(string Name, Load Load)> loads = [];
        try
        {
            foreach (var (name, endPoint) in builds)
            {
                loads.Add((name, await Load.ConnectAsync(endPoint, connections, cancellation)));
            }

            await Rounds.RunAsync(
                [.. loads.Select(load => new Build(load.Name, load.Load.RunAsync))],
                "request", $"{connections} connections", connections, requests, rounds, output, cancellation);
        }
        finally
        {
            loads.ForEach(load => load.Load.Dispose());
        }
    }
}
