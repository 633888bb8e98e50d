using System.Diagnostics;
using System.Globalization;
using System.Net;
using WebApi;

namespace Layers;

/// <summary>Clients of an API that runs in another process.</summary>
internal static class Driven
{
    public static async Task RunAsync(int port, int connections, int requests, TextWriter output, CancellationToken cancellation)
    {
        using var load = await Load.ConnectAsync(new IPEndPoint(IPAddress.Loopback, port), connections, cancellation);
        var clock = Stopwatch.StartNew();
        await load.RunAsync(requests, cancellation);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{connections * requests} requests, {connections * requests / clock.Elapsed.TotalSeconds:F0} requests/s"));
    }
}
