using System.Diagnostics;

namespace Tests.Mutations;

/// <summary>Runs every part of the suite with each fault of the runtime, and writes which test noticed the fault first.</summary>
internal static class MutationTable
{
    private static readonly SuitePart[] s_parts = Enum.GetValues<SuitePart>();

    /// <param name="mutations">The faults.</param>
    /// <param name="output">Receives the table.</param>
    /// <param name="progress">Receives a line for each part that ran.</param>
    /// <returns>Whether the tests noticed every fault, and noticed nothing without a fault.</returns>
    public static bool Run(IReadOnlyList<Mutation> mutations, TextWriter output, TextWriter progress)
    {
        using var folder = new TemporaryFolder();
        var files = new SuiteFiles(folder.FullName).Write();
        var clock = Stopwatch.StartNew();
        var control = Run("", new Mutation("no fault", "", new CheckName(SuitePart.Conformance, "")), files, progress);
        var found = mutations.Select((mutation, index) => Run($"{index}.", mutation, files, progress)).ToList();
        progress.WriteLine($"{clock.Elapsed.TotalMinutes:0.0} minutes");

        output.WriteLine("## Faults of the runtime\n");
        output.WriteLine(
            "A runtime that never restores the ExecutionContext, or that gives a box back twice, passes most tests of other projects: real code\n" +
            "rarely suspends. So faults are put into the sources of PooledAwait.Runtime, one at a time, and the suite runs with each.\n\n" +
            "Each part of the suite runs in a process of its own, up to the first test that notices something, which the page names; a dash stands\n" +
            "where none of the part does. Where a fault ends the process, it is the test that ran then. `--of runtime` runs these alone.\n");
        output.WriteLine(NoticingProcess.WithoutFault(control, "in any part"));
        foreach (var (mutation, noticed) in mutations.Zip(found))
        {
            output.WriteLine($"### {char.ToUpperInvariant(mutation.Fault[0])}{mutation.Fault[1..]}\n");
            output.WriteLine($"{mutation.Description} In {string.Join(" and ", mutation.Edits.Select(edit => $"`{edit.File}`").Distinct())}.\n");
            output.WriteLine("| part | noticed by |\n|---|---|");
            foreach (var (part, notice) in s_parts.Zip(noticed))
            {
                output.WriteLine($"| {Describe(part)} | {(notice is { } n ? $"`{n.Test}`" : "-")} |");
            }

            output.WriteLine();
        }

        return control.All(notice => notice is null) && found.All(notices => notices.Any(notice => notice is not null));
    }

    private static IReadOnlyList<(string Test, string What)?> Run(string prefix, Mutation mutation, SuiteFiles files, TextWriter progress)
    {
        var release = files.WriteRuntime($"{prefix}Runtime", mutation.Compile(withChecks: false));
        var withChecks = files.WriteRuntime($"{prefix}Runtime.WithChecks", mutation.Compile(withChecks: true));
        return
        [
            .. s_parts.AsParallel().AsOrdered().WithDegreeOfParallelism(2).Select(part =>
            {
                var notice = SuiteProcess.Run(files, part == SuitePart.Stress ? withChecks : release, part);
                progress.WriteLine($"{mutation}, {part}: {(notice is { } n ? $"{n.Test}: {n.What}" : "not noticed")}");
                return notice;
            }),
        ];
    }

    private static string Describe(SuitePart part) => part switch
    {
        SuitePart.Conformance => "conformance of the builders",
        SuitePart.WovenConformance => "conformance of woven methods",
        SuitePart.Traces => "fixtures, woven",
        SuitePart.AmplifiedTraces => "fixtures, amplified and woven",
        SuitePart.Stress => "stress, with the runtime's own checks",
        _ => throw new ArgumentOutOfRangeException(nameof(part), part, null),
    };
}
