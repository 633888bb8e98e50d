extern alias NotWoven;
extern alias Woven;

using System.Globalization;
using System.Runtime.InteropServices;

namespace EchoServer;

/// <summary>Runs both builds side by side in this process, in turns, so that whatever else happens meanwhile happens to both.</summary>
internal static class Comparison
{
    public static async Task RunAsync(int connections, int messages, int size, int rounds, TextWriter output, CancellationToken cancellation)
    {
        await using var notWoven = await NotWoven::Echo.Load.StartAsync(connections, size, cancellation);
        await using var woven = await Woven::Echo.Load.StartAsync(connections, size, cancellation);
        Build[] builds = [new("not woven", notWoven.RunAsync), new("woven", woven.RunAsync)];

        var messagesPerRound = (long)connections * messages;
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{connections} connections, {size} bytes a message, {rounds} rounds of {messagesPerRound:N0} messages; {RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors"));
        output.WriteLine();

        foreach (var build in builds)
        {
            await build.WarmUpAsync(messages, cancellation);
        }

        for (var round = 0; round < rounds; round++)
        {
            foreach (var build in round % 2 == 0 ? builds : builds.Reverse())
            {
                await build.MeasureAsync(messages, cancellation);
            }
        }

        output.WriteLine("|           | messages/s | bytes/message | gen-0 collections |");
        output.WriteLine("|-----------|-----------:|--------------:|------------------:|");
        foreach (var build in builds)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"| {build.Name,-9} | {build.Speed(messagesPerRound),10:N0} | {build.Bytes(messagesPerRound),13:N1} | {build.Gen0Collections,17:N0} |"));
        }
    }
}
