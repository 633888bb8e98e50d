extern alias NotWoven;
extern alias Woven;

using System.CommandLine;
using System.CommandLine.Invocation;
using EchoServer;
using Measuring;
using MemorySoak;

var connections = Arguments.Number("--connections", "How many clients are connected at the same time.", 16, 1, 1_000);
var messages = Arguments.Number("--messages", "How many messages each client sends in a round.", 5_000, 1, 10_000_000);
var size = Arguments.Number("--size", "Bytes in a message.", 256, 0, 1_048_576);
var rounds = Arguments.Number("--rounds", "How many rounds are measured of each build, in turns, after one that warms up.", 5, 1, 1_000);

var command = new RootCommand("An echo server and its clients over loopback: the same load on the same program, not woven and woven.")
{
    connections, messages, size, rounds,
};
command.SetAction((parsed, cancellation) => Comparison.RunAsync(
    parsed.GetValue(connections),
    parsed.GetValue(messages),
    parsed.GetValue(size),
    parsed.GetValue(rounds),
    Console.Out,
    cancellation));

var clients = Arguments.Number("--connections", "How many clients are connected at the same time.", 2_000, 1, 5_000);
var seconds = Arguments.Number("--seconds", "How long each build runs.", 150, 1, 86_400);
var seed = Arguments.Number("--seed", "Decides which connections are cut off, when, and how.", 1, 0, 1_000_000);
var soak = new Command(
    "soak",
    "Keeps many clients talking for minutes while connections are cut off at random, and checks what is left of it. Exit code 1 where a check fails.")
{
    clients, seconds, size, seed,
};
soak.SetAction((parsed, cancellation) => Soak.RunAsync(
    parsed.GetValue(clients),
    parsed.GetValue(size),
    TimeSpan.FromSeconds(parsed.GetValue(seconds)),
    parsed.GetValue(seed),
    Console.Out,
    cancellation));
command.Add(soak);

const int SizeOfMessage = 256;
const int Seed = 1;
command.Add(MemoryCommand.Create(
    1_000,
    (clients, stop) => NotWoven::Echo.Crowd.RunAsync(clients, SizeOfMessage, Seed, stop),
    (clients, stop) => Woven::Echo.Crowd.RunAsync(clients, SizeOfMessage, Seed, stop)));

var parsed = command.Parse(args);
if (parsed.Action is ParseErrorAction error)
{
    error.ShowHelp = false;
}

return await parsed.InvokeAsync();
