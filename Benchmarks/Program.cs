using System.CommandLine;
using System.CommandLine.Invocation;
using System.IO.Enumeration;
using Benchmarks.Charts;
using Benchmarks.Footprint;
using Benchmarks.LiveTimers;
using Benchmarks.Reporting;
using Benchmarks.Simulation;
using Benchmarks.Throughput;
using Benchmarks.Ways;

const string CommittedReport = "Benchmarks/RESULTS.md";
const string Measured = "BenchmarkDotNet.Artifacts/measured";

var list = new Option<bool>("--list") { Description = "Prints the names that --filter is compared with, and runs nothing." };
var filter = new Option<string[]>("--filter")
{
    Description = "Runs only what has one of these names; * stands for anything.",
    HelpName = "names",
    AllowMultipleArgumentsPerToken = true,
    DefaultValueFactory = _ => ["*"],
};
var quick = new Option<bool>("--quick") { Description = "Measures briefly: to see that everything works, not to compare." };
var rounds = new Option<int>("--rounds")
{
    Description = "How often everything is measured, in turns.",
    HelpName = "number",
    DefaultValueFactory = _ => 5,
};
rounds.Validators.Add(result =>
{
    if (result.GetValueOrDefault<int>() is < 1 or > 99)
    {
        result.AddError("--rounds has to be a whole number from 1 to 99.");
    }
});
var assemble = new Option<bool>("--assemble")
{
    Description = $"Measures nothing, and writes the report about all that earlier runs have measured; they keep it in {Measured}.",
};
var output = new Option<string?>("--output")
{
    Description = $"The file to write the report to; {CommittedReport} where it is about everything, and the console alone otherwise.",
    HelpName = "file",
};

var command = new RootCommand("Goals and measured figures of PooledAwait, side by side.") { list, filter, quick, rounds, assemble, output };
command.SetAction(async parsed =>
{
    var names = parsed.GetValue(filter)!;
    bool IsWanted(string name) => names.Any(pattern => FileSystemName.MatchesSimpleExpression(pattern, name));
    var wanted = Catalog.Cases.Where(@case => IsWanted(@case.Name)).ToList();
    var withWorkload = IsWanted(Workload.Name);

    if (parsed.GetValue(list))
    {
        foreach (var name in wanted.Select(@case => @case.Name).Concat(withWorkload ? [Workload.Name] : []))
        {
            Console.WriteLine(name);
        }

        return 0;
    }

    if (wanted.Count == 0 && !withWorkload)
    {
        Console.Error.WriteLine($"No benchmark has the name {string.Join(" or ", names)}; --list prints those that there are.");
        return 1;
    }

    var isQuick = parsed.GetValue(quick);
    var isComplete = wanted.Count == Catalog.Cases.Count && withWorkload && !isQuick;
    var file = parsed.GetValue(output) ?? (isComplete ? CommittedReport : null);
    if (file is not null && Path.GetDirectoryName(Path.GetFullPath(file)) is { } folder && !Directory.Exists(folder))
    {
        Console.Error.WriteLine($"There is no folder to write {file} into; run this in the root of the repository, or name a file with --output.");
        return 1;
    }

    var archive = new Archive(isQuick ? Path.Combine(Measured, "quick") : Measured);
    if (!parsed.GetValue(assemble))
    {
        await MeasureAsync(wanted, withWorkload, isQuick ? 1 : parsed.GetValue(rounds), isQuick, archive);
    }

    return await WriteReportAsync(wanted, withWorkload, archive, file);
});

command.Subcommands.Add(FootprintCommand.Create());
command.Subcommands.Add(SimulateCommand.Create());
command.Subcommands.Add(WaysCommand.Create());
command.Subcommands.Add(LiveTimersCommand.Create());
command.Subcommands.Add(ChartsCommand.Create(CommittedReport));
command.Subcommands.Add(PageSections.CreateCommand(CommittedReport));

var result = command.Parse(args);
if (result.Action is ParseErrorAction error)
{
    error.ShowHelp = false;
}

return await result.InvokeAsync();

static async Task MeasureAsync(IReadOnlyList<Case> wanted, bool withWorkload, int rounds, bool quick, Archive archive)
{
    var circumstances = Circumstances.Now(rounds);
    var measured = Suite.Run(wanted, rounds, quick);
    foreach (var @case in wanted)
    {
        archive.Save(@case, measured.Of(@case)!, circumstances);
    }

    if (withWorkload)
    {
        archive.Save(await Workload.RunAsync(TimeSpan.FromSeconds(quick ? 2 : 60), rounds: quick ? 2 : 12), circumstances);
    }
}

static async Task<int> WriteReportAsync(IReadOnlyList<Case> wanted, bool withWorkload, Archive archive, string? file)
{
    var measurements = new Measurements();
    var missing = wanted.Where(@case => !archive.TryLoad(@case, measurements)).Select(@case => @case.Name).ToList();
    var workload = withWorkload ? archive.LoadWorkload() : null;
    if (withWorkload && workload is null)
    {
        missing.Add(Workload.Name);
    }

    if (missing.Count > 0)
    {
        Console.Error.WriteLine($"Not measured yet: {string.Join(", ", missing)}.");
        return 1;
    }

    var report = ResultsPage.Write(measurements, workload, archive.Circumstances);
    if (withWorkload && file is not null)
    {
        report += PageSections.Of(Path.Combine(Path.GetDirectoryName(Path.GetFullPath(file))!, "..", "docs"));
    }

    Console.WriteLine(report);
    if (file is not null)
    {
        await File.WriteAllTextAsync(file, report);
    }

    return 0;
}
