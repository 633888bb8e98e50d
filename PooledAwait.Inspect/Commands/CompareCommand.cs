using System.CommandLine;
using PooledAwait.Inspect.Comparing;
using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Commands;

/// <summary>Runs a program and a woven copy of it alternately, and prints the memory and time that each of them takes.</summary>
internal sealed class CompareCommand
{
    private const int DefaultRounds = 3;

    private readonly Argument<string[]> _arguments = new("arguments")
    {
        Description = "After --: the program's own arguments.",
        Arity = ArgumentArity.ZeroOrMore,
    };
    private readonly Option<int?> _rounds = NumberOption.Create("--rounds", $"How many times each form runs ({DefaultRounds}). The table shows medians.", 1, 1_000);
    private readonly Option<bool> _packages = new("--packages")
    {
        Description = "Also weaves the package assemblies in the program's folder, which a build with PooledAwait.Fody leaves alone.",
    };
    private readonly Option<bool> _together = new("--together")
    {
        Description = "Weaves the assemblies as one program, as publishing with PooledAwaitPublish does.",
    };
    private readonly LoadArguments _load = new();

    public static Command Create(CommonArguments common)
    {
        var compare = new CompareCommand();
        return common.Command(
            "compare",
            """
            Weaves a copy of a program, runs the program and the copy alternately, and compares bytes, collections, pauses, CPU time, elapsed time, and the most allocated types. It writes no file; it deletes the copy.

            It reads everything from outside, through the diagnostics port of .NET 8 or newer. The runtime reports bytes each time it has handed out 100 KB. So bytes are exact to 0.1 MB for each of the three heaps (small, large and pinned objects), and to 8 KB for each thread and collection. Measuring itself allocates about half a megabyte, woven or not; with a load this is over before the load starts. Types are a sample, one object for each 100 KB. The operating system tells the CPU time when the program has ended, and with a load before and after the load.

            Exit codes: 0 both forms do the same; 1 not measured, with the reason; 2 the original program fails; 3 the woven program ends with another exit code, or too early under load; 4 the woven program prints something different. Lines that differ between rounds of the original program are not compared.
            """,
            [compare._arguments, compare._rounds, compare._packages, compare._together, .. compare._load.All],
            compare.RunAsync);
    }

    private async Task<int> RunAsync(Request request, CancellationToken cancellation)
    {
        var runner = _load.Read(request.Parsed);
        if (request.Input.Assemblies is not [var assembly] || request.Input.Others.Count > 0)
        {
            throw new InputException($"'{request.Input.Root}' is a folder; name the program's assembly in it.");
        }

        var program = ComparedProgram.Of(assembly);
        var folder = request.Parsed.GetValue(_packages) ? Input.Find(request.Input.Root) : program.OwnFolder(request.Parsed.InvocationConfiguration.Error);
        var together = request.Parsed.GetValue(_together);
        folder = together ? folder.AsProgram() : folder;
        var copy = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        try
        {
            return await RunAsync(request, runner, program, folder, together, Path.Combine(copy, Path.GetFileName(request.Input.Root)), cancellation);
        }
        finally
        {
            Directory.Delete(copy, recursive: true);
        }
    }

    private async Task<int> RunAsync(
        Request request, IProgramRunner runner, ComparedProgram program, Input folder, bool together, string copy, CancellationToken cancellation)
    {
        var progress = request.Parsed.InvocationConfiguration.Error;
        progress.WriteLine($"Weaving a copy of {folder.Root}");
        var woven = WovenFolder.Write(request, folder, copy, together);
        if (woven.All(answer => answer.Changed == 0))
        {
            throw new InputException($"Weaving changes nothing in '{program.Assembly}', so there is nothing to compare. The command 'list' says why.");
        }

        var arguments = request.Parsed.GetValue(_arguments) ?? [];
        var comparison = await Comparison.RunAsync(
            request.Parsed.GetValue(_rounds) ?? DefaultRounds,
            stop => runner.RunAsync(program.StartFrom(folder.Root, arguments), stop),
            stop => runner.RunAsync(program.StartFrom(copy, arguments), stop),
            progress,
            cancellation);
        var answer = ComparisonAnswer.Of(program, arguments, woven, comparison);
        if (request.IsJson)
        {
            Json.WriteObject(request.Output, answer);
        }
        else
        {
            ComparisonText.Write(request.Output, answer, woven);
        }

        ComparisonText.WriteOutcome(progress, answer);
        return (int)answer.Outcome;
    }
}
