using System.Diagnostics;
using PooledAwait.Inspect.Comparing;
using Tests.WovenPackages.Servers;

namespace Tests.Packaging.Publishing.Layers;

/// <summary>The time from the start of a program to its first answer.</summary>
/// <param name="Elapsed">The elapsed time.</param>
/// <param name="Processor">The processor time of all threads.</param>
internal sealed record StartUp(TimeSpan Elapsed, TimeSpan Processor)
{
    public static async Task<StartUp> MeasureAsync(LayersPublication publication, CancellationToken cancellation)
    {
        var port = LocalServer.FreePort();
        var clock = Stopwatch.StartNew();
        await using var program = ChildProgram.Start(publication.Start(port));
        await program.WaitForTextAsync(LayersLoad.Ready, cancellation);
        using var client = new HttpClient();
        using var answer = await client.GetAsync(new Uri($"http://127.0.0.1:{port}/orders/1"), cancellation);
        answer.EnsureSuccessStatusCode();
        clock.Stop();
        program.ReadProcessorTime();
        return new StartUp(clock.Elapsed, program.ProcessorTime);
    }
}
