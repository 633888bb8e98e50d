extern alias NotWoven;
extern alias Woven;

using System.CommandLine;
using System.CommandLine.Invocation;
using Layers;
using Measuring;
using MemorySoak;

var connections = Arguments.Number("--connections", "How many clients are connected at the same time.", 4, 1, 1_000);
var requests = Arguments.Number("--requests", "How many requests each client sends in a round.", 1_000, 1, 10_000_000);
var rounds = Arguments.Number("--rounds", "How many rounds are measured of each build, in turns, after one that warms up.", 5, 1, 1_000);
var port = Arguments.Number("--port", "Measures nothing, and sends one round to an API that listens on that port of the loopback interface.", 0, 0, 65_535);

var command = new RootCommand("A web API in layers, as teams write it, under load over loopback: not woven, woven without direct awaits, and woven.")
{
    connections, requests, rounds, port,
};
command.SetAction((parsed, cancellation) => parsed.GetValue(port) is > 0 and var known
    ? Driven.RunAsync(known, parsed.GetValue(connections), parsed.GetValue(requests), Console.Out, cancellation)
    : Comparison.RunAsync(
        parsed.GetValue(connections),
        parsed.GetValue(requests),
        parsed.GetValue(rounds),
        Console.Out,
        cancellation));

command.Add(MemoryCommand.Create(
    200,
    async (clients, stop) =>
    {
        await using var api = await NotWoven::Shop.ShopApi.StartAsync("not woven", CancellationToken.None);
        await AtWork.RunAsync(api.EndPoint, clients, stop);
    },
    async (clients, stop) =>
    {
        await using var api = await Woven::Shop.ShopApi.StartAsync("woven", CancellationToken.None);
        await AtWork.RunAsync(api.EndPoint, clients, stop);
    }));

var parsed = command.Parse(args);
if (parsed.Action is ParseErrorAction error)
{
    error.ShowHelp = false;
}

return await parsed.InvokeAsync();
