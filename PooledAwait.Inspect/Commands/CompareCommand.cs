using System.CommandLine;
using PooledAwait.Inspect.Comparing;
using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Commands;

/// <summary>Runs a program as it is and a woven copy of it in turns, and prints what both take.</summary>
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
            Weaves a copy of a program, runs the program and the copy in turns, and tells what both take: bytes, collections, pauses, CPU time, elapsed time, and the types that are allocated most. Nothing is written; the copy is deleted.

            All is read from outside, through the diagnostics port of .NET 8 or newer. Bytes are those that the runtime tells of whenever it has handed out 100 KB: exact to 0.1 MB for each heap, of which there are three (small, large and pinned objects), and to 8 KB for each thread and collection. About half a megabyte is allocated because the program is listened to, woven or not; under a load that is over before it begins. Types are a sample, one object for each 100 KB. CPU time is read every 20 ms, so the last moment of a program that ends by itself is missing.

            Exit code 0: both forms do the same; 1: not measured, and why; 2: the program fails as it is; 3: it ends with another exit code once it is woven; 4: it prints something else once it is woven. Lines that are not the same in all rounds without weaving are not compared.
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
