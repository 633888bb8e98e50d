using System.CommandLine;
using MemorySoak;
using Tests.WovenPackages.Servers;

namespace Tests.WovenPackages;

/// <summary>
/// The subcommand <c>memory</c> of <c>woven-packages</c>. For one package after the other, it runs a woven and an unwoven build of Samples/PackageWork side by
/// side, and measures their heaps for many minutes.
/// </summary>
internal static class PackageMemory
{
    public static Command Command()
    {
        var names = new Argument<string[]>("package") { Description = "Works with these packages; with all where none is named.", Arity = ArgumentArity.ZeroOrMore };
        names.CompletionSources.Add([.. Package.All.Select(package => package.Name)]);
        var workers = Program.Number("--workers", "How many workers there are in a minute with much work; one with little has a twentieth of them.", 40);
        var minutes = Program.Number("--minutes", "How many minutes; in every other one there is no work.", 10);
        var seconds = Program.Number("--minute-seconds", "How long a minute is.", 61);
        var command = new Command(
            "memory",
            "Has packages work not woven and woven together side by side, for minutes of work and idle minutes in turns, and prints what is on their heaps at the end of each. Exit code 1 where that is too much.")
        {
            names, workers, minutes, seconds,
        };
        command.SetAction((parsed, cancellation) =>
        {
            var given = parsed.GetRequiredValue(names);
            var unknown = given.Except(Package.All.Select(package => package.Name)).ToList();
            if (unknown.Count > 0)
            {
                Console.Error.WriteLine($"There is no package {unknown[0]}; there are {string.Join(", ", Package.All)}.");
                return Task.FromResult(1);
            }

            return RunAsync(
                [.. Package.All.Where(package => given.Length == 0 || given.Contains(package.Name))],
                Math.Max(1, parsed.GetRequiredValue(workers)),
                Math.Max(1, parsed.GetRequiredValue(minutes)),
                TimeSpan.FromSeconds(Math.Max(2, parsed.GetRequiredValue(seconds))),
                cancellation);
        });
        return command;
    }

    /// <summary>Measures one package, in builds that exist already.</summary>
    /// <returns>Whether the memory is within its limits.</returns>
    /// <exception cref="MissingServerException">The server that the package needs is not installed.</exception>
    public static async Task<bool> RunAsync(
        Package package, PackageBuild notWoven, PackageBuild woven, int workers, int minutes, TimeSpan minute, TextWriter output, CancellationToken cancellation)
    {
        // Both builds work at the same time, so each has its own server.
        using var ofNotWoven = WorkServer.Start(package.Server);
        using var ofWoven = WorkServer.Start(package.Server);
        var soak = new SideBySide(workers, minutes, minute, isWoven => new(
            Dotnet.Host,
            [
                (isWoven ? woven : notWoven).Program,
                "memory",
                package.Name,
                $"{workers}",
                $"{minutes}",
                $"{minute.TotalSeconds}",
                (isWoven ? ofWoven : ofNotWoven).Address,
            ]));
        return await soak.RunAsync(output, cancellation) == 0;
    }

    /// <returns>The exit code.</returns>
    private static async Task<int> RunAsync(IReadOnlyList<Package> packages, int workers, int minutes, TimeSpan minute, CancellationToken cancellation)
    {
        Console.Error.WriteLine("Weaving ...");
        using var notWoven = new PackageBuild(Weaving.None, packages);
        using var woven = new PackageBuild(Weaving.AllTogether, packages);
        var isSound = true;
        foreach (var package in packages)
        {
            Console.Out.WriteLine($"## {package}\n");
            try
            {
                isSound &= await RunAsync(package, notWoven, woven, workers, minutes, minute, Console.Out, cancellation);
            }
            catch (MissingServerException exception)
            {
                isSound = false;
                Console.Out.WriteLine(exception.Message);
            }

            Console.Out.WriteLine();
        }

        return isSound ? 0 : 1;
    }
}
