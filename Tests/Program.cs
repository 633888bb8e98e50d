using System.CommandLine;
using Benchmarks.Reporting;
using Tests.CallTimes;
using Tests.Faults;
using Tests.Fuzzing;
using Tests.Fuzzing.Hierarchies;
using Tests.Mutations;
using Tests.NewerRuntimes;
using Tests.Options;
using Tests.Packaging.Publishing.Layers;
using Tests.RealAssemblies;
using Tests.StopTimes;
using Tests.WeavingTime;
using Tests.WovenPackages;

namespace Tests;

/// <summary>Commands for checks that take too long for a test run: <c>dotnet run -c Release --project Tests -- --help</c>.</summary>
internal static class Program
{
    public static int Main(string[] arguments)
    {
        var root = new RootCommand("Checks of PooledAwait that take too long for a test run.");
        foreach (var command in (Command[])
            [RealAssemblies(), WovenOutput(), WeavingTime(), CallTimesCommand.Create(), StopTimesCommand.Create(), Net11Command.Create(), WovenPackages(), Published(), Requests(), Faults(), Options(), Mutated(), Fuzz(), Hierarchies(), .. ProcessCommands.All])
        {
            root.Subcommands.Add(command);
        }

        return root.Parse(arguments).Invoke();
    }

    private static Command RealAssemblies()
    {
        var filter = new Option<string>("--filter")
        {
            Description = "Weaves only files of that name; * stands for any text.",
            HelpName = "name",
            DefaultValueFactory = _ => "*",
        };
        return Printing(
            "real-assemblies",
            "Weaves the assemblies of the shared frameworks, of dotnet-watch and of packages, and checks what comes out.",
            [filter],
            (parsed, text) =>
            {
                var name = parsed.GetRequiredValue(filter);
                if (WholeRun.Run(name, text, Console.Error) is { } broken)
                {
                    return broken == 0;
                }

                Console.Error.WriteLine($"No assembly is named {name}.");
                return null;
            });
    }

    private static Command WovenOutput()
    {
        var folder = new Argument<string>("folder") { Description = "Where the files go." };
        var command = new Command("woven-output", "Writes what the weaver makes of the same assemblies and of the fixtures; two versions of it are compared by diff -r.") { folder };
        command.SetAction(parsed => Tests.RealAssemblies.WovenOutput.Write(parsed.GetRequiredValue(folder), Console.Error));
        return command;
    }

    private static Command WeavingTime()
    {
        var rounds = Number("--rounds", "How often everything is measured.", 7);
        return Printing(
            "weaving-time",
            "Compares the weaver with one that does nothing, over assemblies of several sizes, and measures how its time grows with a method.",
            [rounds],
            (parsed, text) =>
            {
                Comparison.Run(Math.Max(1, parsed.GetRequiredValue(rounds)), text);
                Growth.Run(Math.Min(3, Math.Max(1, parsed.GetRequiredValue(rounds))), text);
                return true;
            });
    }

    private static Command WovenPackages()
    {
        var operations = Number("--operations", "How many operations of the cheapest work are measured; of dearer work there are fewer.", 100_000);
        var threads = Number("--threads", "How many run at the same time where it is not one.", 8);
        var only = new Option<string?>("--package") { Description = "Works with that package alone.", HelpName = "name" };
        var command = Printing(
            "woven-packages",
            "Has packages do the same work not woven and woven, against servers of its own, and compares.",
            [operations, threads, only],
            (parsed, text) =>
            {
                var name = parsed.GetValue(only);
                List<Package> packages = [.. Package.All.Where(package => name == null || package.Name == name)];
                if (packages.Count > 0)
                {
                    return PackageTable.Run(
                        packages, Math.Max(1, parsed.GetRequiredValue(operations)), Math.Max(1, parsed.GetRequiredValue(threads)), text, Console.Error);
                }

                Console.Error.WriteLine($"There is no package {name}; there are {string.Join(", ", Package.All)}.");
                return null;
            });
        command.Subcommands.Add(PackageMemory.Command());
        return command;
    }

    private static Command Published()
    {
        var requests = Number("--requests", "How many requests a round has.", 10_000);
        var rounds = Number("--rounds", "How often each is driven.", 5);
        var starts = Number("--starts", "How often each is started, until it answers.", 15);
        return Printing(
            "published",
            "Publishes the API of Samples/Layers not woven, woven project by project and woven together, with and without ready-to-run code, and compares bytes and start-up.",
            [requests, rounds, starts],
            (parsed, text) =>
            {
                PublicationTable.RunAsync(
                    Math.Max(2, parsed.GetRequiredValue(requests)),
                    Math.Max(1, parsed.GetRequiredValue(rounds)),
                    Math.Max(1, parsed.GetRequiredValue(starts)),
                    text,
                    Console.Error,
                    CancellationToken.None).GetAwaiter().GetResult();
                return true;
            });
    }

    private static Command Requests()
    {
        var requests = Number("--requests", "How many requests a round has.", 10_000);
        var rounds = Number("--rounds", "How often each is driven.", 5);
        return Printing(
            "requests",
            "Compares what a request of Samples/WebApi and Samples/Layers allocates on .NET 10 and on .NET 11: not woven, woven, and compiled with runtime-async.",
            [requests, rounds],
            (parsed, text) =>
            {
                if (CoreClr11.Missing is { } missing)
                {
                    Console.Error.WriteLine($".NET 11 cannot be had here: {missing}");
                    return null;
                }

                RequestTable.RunAsync(
                    Math.Max(16, parsed.GetRequiredValue(requests)), Math.Max(1, parsed.GetRequiredValue(rounds)), text, Console.Error, CancellationToken.None).GetAwaiter().GetResult();
                return true;
            });
    }

    private static Command Faults() => Printing(
        "faults",
        "Writes docs/measured/faults.md, from the table of the tests.",
        [],
        (_, text) =>
        {
            text.Write(FaultTable.Page());
            return true;
        },
        isMeasured: false);

    private static Command Options()
    {
        var command = new Command("options", "Writes what lists options or methods with a state object, from the tables of the weaver: schemas, the page, the runtime's enumeration and its approved members.");
        command.SetAction(_ => OptionFiles.Write());
        return command;
    }

    private static Command Mutated()
    {
        var of = new Option<string?>("--of") { Description = "Faults of that alone.", HelpName = "weaver|runtime" };
        of.AcceptOnlyFromAmong("weaver", "runtime");
        var only = new Option<string?>("--fault") { Description = "Faults alone whose words, or the names of their files or folders, contain that.", HelpName = "text" };
        return Printing(
            "mutations",
            "Puts faults into the sources of the weaver and of the runtime, and looks for the tests that notice them.",
            [of, only],
            (parsed, text) => MutationPage.Write(parsed.GetValue(of), parsed.GetValue(only), text, Console.Error));
    }

    private static Command Fuzz()
    {
        var seed = Number("--seed", "The first seed; each stands for one program.", 0);
        var count = Number("--count", "How many seeds.", 1);
        var minutes = new Option<double>("--minutes") { Description = "Goes on with further seeds for so long.", HelpName = "number" };
        var folder = new Option<string?>("--output")
        {
            Description = "The folder for programs that fail, made small; printed where none is named.",
            HelpName = "folder",
        };
        var command = new Command("fuzz", "Runs random async programs woven and not woven, and compares what they do.")
        {
            seed, count, minutes, folder,
        };
        command.SetAction(parsed =>
        {
            var failed = FuzzCommand.Run(
                parsed.GetRequiredValue(seed), parsed.GetRequiredValue(count), parsed.GetValue(minutes), parsed.GetValue(folder), Console.Out);
            return failed == 0 ? 0 : 1;
        });
        return command;
    }

    private static Command Hierarchies()
    {
        var seed = Number("--seed", "The first seed; each stands for one program.", 0);
        var count = Number("--count", "How many seeds.", 50);
        var shrunk = Number("--shrink", "How many of the programs that fail are made small.", 3);
        var command = new Command("hierarchies", "Runs random hierarchies of three assemblies not woven, woven alone and woven together, and compares what calls of their methods do.")
        {
            seed, count, shrunk,
        };
        command.SetAction(parsed => HierarchyCommand.Run(parsed.GetRequiredValue(seed), parsed.GetRequiredValue(count), parsed.GetRequiredValue(shrunk), Console.Out) ? 0 : 1);
        return command;
    }

    public static Option<int> Number(string name, string description, int otherwise) =>
        new(name) { Description = description, HelpName = "number", DefaultValueFactory = _ => otherwise };

    /// <summary>Creates a command that writes a text to the console or to a file.</summary>
    /// <param name="name">The command's name.</param>
    /// <param name="description">A description of the command.</param>
    /// <param name="options">The command's own options.</param>
    /// <param name="run">Writes the text, and returns whether all checks succeeded. Returns null if there is nothing to print.</param>
    /// <param name="isMeasured">
    /// Whether the text depends on the measured commit. If so, and if the command writes a file, the last line of the file names the commit.
    /// </param>
    public static Command Printing(string name, string description, Option[] options, Func<ParseResult, TextWriter, bool?> run, bool isMeasured = true)
    {
        var output = new Option<string?>("--output")
        {
            Description = "The file for what is printed; the console where none is named.",
            HelpName = "file",
        };
        var command = new Command(name, description);
        foreach (var option in options.Append(output))
        {
            command.Options.Add(option);
        }

        command.SetAction(parsed =>
        {
            using var text = new StringWriter { NewLine = "\n" };
            if (run(parsed, text) is not { } isSound)
            {
                return 1;
            }

            if (parsed.GetValue(output) is { } file)
            {
                if (isMeasured && SourceCommit.Short is { } commit)
                {
                    text.WriteLine($"\nMeasured at the commit `{commit}`.");
                }

                File.WriteAllText(file, text.ToString());
            }
            else
            {
                Console.Out.Write(text.ToString());
            }

            return isSound ? 0 : 1;
        });
        return command;
    }
}
