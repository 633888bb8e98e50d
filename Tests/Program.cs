using System.CommandLine;
using Tests.Faults;
using Tests.Fuzzing;
using Tests.Fuzzing.Running;
using Tests.Pooling;
using Tests.RealAssemblies;
using Tests.WeavingTime;
using Tests.WovenPackages;

namespace Tests;

/// <summary>What takes too long for a test run, as commands: <c>dotnet run -c Release --project Tests -- --help</c>.</summary>
internal static class Program
{
    public static int Main(string[] arguments) => new RootCommand("Checks of PooledAwait that take too long for a test run.")
    {
        RealAssemblies(),
        WeavingTime(),
        WovenPackages(),
        Faults(),
        Fuzz(),
        Jit(),
        Unload(),
        FuzzedPrograms(),
    }.Parse(arguments).Invoke();

    private static Command RealAssemblies()
    {
        var filter = new Option<string>("--filter")
        {
            Description = "Weaves only files of that name; * stands for any text.",
            HelpName = "name",
            DefaultValueFactory = _ => "*",
        };
        var output = Output();
        var command = new Command(
            "real-assemblies", "Weaves the assemblies of the shared frameworks, of dotnet-watch and of packages, and checks what comes out.")
        {
            filter, output,
        };
        command.SetAction(parsed =>
        {
            using var text = new StringWriter { NewLine = "\n" };
            var broken = WholeRun.Run(parsed.GetRequiredValue(filter), text, Console.Error);
            if (broken == null)
            {
                Console.Error.WriteLine($"No assembly is named {parsed.GetRequiredValue(filter)}.");
                return 1;
            }

            Print(text, parsed.GetValue(output));
            return broken == 0 ? 0 : 1;
        });
        return command;
    }

    private static Command WeavingTime()
    {
        var rounds = new Option<int>("--rounds")
        {
            Description = "How often everything is measured.",
            HelpName = "number",
            DefaultValueFactory = _ => 7,
        };
        var output = Output();
        var command = new Command("weaving-time", "Compares the weaver with one that does nothing, over assemblies of several sizes.")
        {
            rounds, output,
        };
        command.SetAction(parsed =>
        {
            using var text = new StringWriter { NewLine = "\n" };
            Comparison.Run(Math.Max(1, parsed.GetRequiredValue(rounds)), text);
            Print(text, parsed.GetValue(output));
        });
        return command;
    }

    private static Command WovenPackages()
    {
        var operations = new Option<int>("--operations")
        {
            Description = "How many operations of the cheapest work are measured; of dearer work there are fewer.",
            HelpName = "number",
            DefaultValueFactory = _ => 100_000,
        };
        var threads = new Option<int>("--threads")
        {
            Description = "How many run at the same time where it is not one.",
            HelpName = "number",
            DefaultValueFactory = _ => 8,
        };
        var output = Output();
        var command = new Command("woven-packages", "Has packages do the same work not woven and woven, against servers of its own, and compares.")
        {
            operations, threads, output,
        };
        command.SetAction(parsed =>
        {
            using var text = new StringWriter { NewLine = "\n" };
            var isSound = PackageTable.Run(
                Math.Max(1, parsed.GetRequiredValue(operations)), Math.Max(1, parsed.GetRequiredValue(threads)), text, Console.Error);
            Print(text, parsed.GetValue(output));
            return isSound ? 0 : 1;
        });
        return command;
    }

    private static Command Faults()
    {
        var output = Output();
        var command = new Command("faults", "Writes docs/faults.md, from the table of the tests.") { output };
        command.SetAction(parsed =>
        {
            using var text = new StringWriter { NewLine = "\n" };
            text.Write(FaultTable.Page());
            Print(text, parsed.GetValue(output));
        });
        return command;
    }

    private static Command Fuzz()
    {
        var seed = new Option<int>("--seed") { Description = "The first seed; each stands for one program.", HelpName = "number", DefaultValueFactory = _ => 0 };
        var count = new Option<int>("--count") { Description = "How many seeds.", HelpName = "number", DefaultValueFactory = _ => 1 };
        var minutes = new Option<double>("--minutes") { Description = "Goes on with further seeds for so long.", HelpName = "number" };
        var folder = new Option<string?>("--output") { Description = "The folder for programs that fail, made small; printed where none is named.", HelpName = "folder" };
        var command = new Command("fuzz", "Runs random async programs woven and not woven, and compares what they do.") { seed, count, minutes, folder };
        command.SetAction(parsed => FuzzCommand.Run(
            parsed.GetRequiredValue(seed), parsed.GetRequiredValue(count), parsed.GetValue(minutes), parsed.GetValue(folder), Console.Out) == 0 ? 0 : 1);
        return command;
    }

    private static Option<string?> Output() =>
        new("--output") { Description = "The file for what is printed; the console where none is named.", HelpName = "file" };

    private static void Print(StringWriter text, string? file)
    {
        if (file == null)
        {
            Console.Out.Write(text.ToString());
        }
        else
        {
            File.WriteAllText(file, text.ToString());
        }
    }

    private static Command Jit()
    {
        var assembly = new Argument<string>("assembly");
        var first = new Argument<string>("first");
        var last = new Argument<string>("last");
        var command = new Command(JitProcess.Verb, "Has the JIT compile an assembly; the other command runs it in processes of their own.")
        {
            assembly, first, last,
        };
        command.SetAction(parsed => JitProcess.Run(parsed.GetRequiredValue(assembly), parsed.GetRequiredValue(first), parsed.GetRequiredValue(last)));
        return command;
    }

    private static Command Unload()
    {
        var withItsOwnRuntime = new Argument<bool>("with-its-own-runtime");
        var whileListenedTo = new Argument<bool>("while-listened-to");
        var command = new Command(UnloadingProcess.Verb, "Loads a plug-in, uses it and unloads it; a test runs it in a process of its own.") { withItsOwnRuntime, whileListenedTo };
        command.SetAction(parsed => UnloadingProcess.Run(parsed.GetRequiredValue(withItsOwnRuntime), parsed.GetRequiredValue(whileListenedTo)));
        return command;
    }

    private static Command FuzzedPrograms()
    {
        var folder = new Argument<string>("folder");
        var command = new Command(RunningProcess.Verb, "Runs generated programs; the other command runs it in processes of their own.") { folder };
        command.SetAction(parsed => RunningProcess.Run(parsed.GetRequiredValue(folder)));
        return command;
    }
}
