using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using Measuring;

namespace MemorySoak;

/// <summary>The command <c>memory</c>: runs both builds of a program side by side for many minutes, each in its own process.</summary>
internal static class MemoryCommand
{
    private const string Name = "memory";
    private const string Build = "--build";
    private const string NotWoven = "not-woven";
    private const string Woven = "woven";

    /// <param name="clients">The number of clients in a minute with much work.</param>
    /// <param name="notWoven">The work of the build that is not woven.</param>
    /// <param name="woven">The same work of the woven build.</param>
    public static Command Create(int clients, Func<int, CancellationToken, Task> notWoven, Func<int, CancellationToken, Task> woven)
    {
        var connections = Arguments.Number("--connections", "How many clients there are in a minute with much work; one with little has a twentieth of them.", clients, 1, 5_000);
        var minutes = Arguments.Number("--minutes", "How many minutes; in every other one there is no work.", 10, 1, 10_000);
        var seconds = Arguments.Number("--minute-seconds", "How long a minute is.", 61, 2, 3_600);
        var build = new Option<string>(Build) { Description = "Runs only this build, in this process, and prints lines of JSON.", HelpName = "not-woven|woven" }
            .AcceptOnlyFromAmong(NotWoven, Woven);
        var command = new Command(Name, "Runs both builds side by side for minutes of work and idle minutes in turns, and prints what is on their heaps at the end of each. Exit code 1 where that is too much.")
        {
            connections, minutes, seconds, build,
        };
        command.SetAction(async (parsed, cancellation) =>
        {
            var (many, last, minute) = (parsed.GetValue(connections), parsed.GetValue(minutes), TimeSpan.FromSeconds(parsed.GetValue(seconds)));
            if (parsed.GetValue(build) is not { } only)
            {
                return await new SideBySide(many, last, minute, isWoven => OnlyOneBuild(
                    Build, isWoven ? Woven : NotWoven, connections.Name, Text(many), minutes.Name, Text(last), seconds.Name, Text(parsed.GetValue(seconds))))
                    .RunAsync(Console.Out, cancellation);
            }

            await new SoakedProcess(only == Woven ? woven : notWoven).RunAsync(many, last, minute, Console.Out, cancellation);
            return 0;
        });
        return command;
    }

    private static ProcessStartInfo OnlyOneBuild(params string[] options)
    {
        var host = Environment.ProcessPath!;
        string[] program = Path.GetFileNameWithoutExtension(host) == "dotnet" ? [Environment.GetCommandLineArgs()[0]] : [];
        return new(host, [.. program, Name, .. options]);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
