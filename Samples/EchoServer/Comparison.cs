extern alias NotWoven;
extern alias Woven;

using Measuring;

namespace EchoServer;

/// <summary>Compares both builds of the same server and clients.</summary>
internal static class Comparison
{
    public static async Task RunAsync(int connections, int messages, int size, int rounds, TextWriter output, CancellationToken cancellation)
    {
        await using var notWoven = await NotWoven::Echo.Load.StartAsync(connections, size, cancellation);
        await using var woven = await Woven::Echo.Load.StartAsync(connections, size, cancellation);
        await Rounds.RunAsync(
            [new("not woven", notWoven.RunAsync), new("woven", woven.RunAsync)],
            "message", $"{connections} connections, {size} bytes a message", connections, messages, rounds, output, cancellation);
    }
}
