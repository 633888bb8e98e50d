using System.Diagnostics;

namespace Tests.Mutations.Weaver;

/// <summary>Runs fixtures with each fault of the weaver, and writes which test noticed the fault first.</summary>
internal static class WeaverMutationTable
{
    /// <param name="mutations">The faults.</param>
    /// <param name="output">Receives the table.</param>
    /// <param name="progress">Receives a line for each fault.</param>
    /// <returns>Whether the tests noticed every fault, and noticed nothing without a fault.</returns>
    public static bool Run(IReadOnlyList<WeaverMutation> mutations, TextWriter output, TextWriter progress)
    {
        using var folder = new TemporaryFolder();
        var clock = Stopwatch.StartNew();
        var unchanged = new WeaverMutation("Without a fault", "", "", "");
        var fixtures = WeaverMutations.ByLayer.Select(layer => mutations.Intersect(layer.Faults).SelectMany(mutation => mutation.Tests).Distinct().ToArray()).Where(tests => tests.Length > 0);
        var control = Notices(folder, [.. fixtures.Select(tests => unchanged with { Tests = tests })], progress);
        var found = Notices(folder, mutations, progress);
        progress.WriteLine($"{clock.Elapsed.TotalMinutes:0.0} minutes");

        output.WriteLine("## Faults of the weaver\n");
        output.WriteLine(
            "A dropped condition, a bound that is off by one or a forgotten handler shows in a decision, in the IL, or in what the woven code does.\n" +
            "Each fault is put into the sources of PooledAwait.Fody, and a few test fixtures run with it, up to the first test that notices something.\n" +
            "`--of weaver` runs only these faults. `--fault Awaits` runs those with that text in their words, file or folder.\n");
        output.WriteLine(NoticingProcess.WithoutFault(control, "in any of the fixtures"));
        foreach (var (layer, faults) in WeaverMutations.ByLayer)
        {
            var ofRoom = mutations.Zip(found, (mutation, notice) => (Mutation: mutation, Notice: notice)).Where(one => faults.Contains(one.Mutation)).ToList();
            if (ofRoom.Count > 0)
            {
                output.WriteLine($"### {layer}\n");
                output.WriteLine("| fault | in | noticed by |\n|---|---|---|");
                ofRoom.ForEach(one => output.WriteLine($"| {one.Mutation.Fault} | `{one.Mutation.File}` | {(one.Notice is { } notice ? $"`{notice.Test}`{(IsUnsound(notice) ? ", PA008" : "")}" : "-")} |"));
                output.WriteLine();
            }
        }

        output.WriteLine(
            $"PA008: the weaver itself found the code that it had made with the fault, and took it back, as in a build. So it was for {found.OfType<(string Test, string What)>().Count(IsUnsound)} of the {mutations.Count} faults. " +
            "The others make sound code that does something else, or another report.\n");
        return control.All(notice => notice is null) && found.All(notice => notice is not null);
    }

    // If a weave gives the warning PA008, the test that weaves fails with the text of the warning.
    private static bool IsUnsound((string Test, string What) notice) => notice.What.Contains("PA008: ", StringComparison.Ordinal);

    private static IReadOnlyList<(string Test, string What)?> Notices(TemporaryFolder folder, IReadOnlyList<WeaverMutation> mutations, TextWriter progress) =>
    [
        .. mutations.AsParallel().AsOrdered().WithDegreeOfParallelism(2).Select(mutation =>
        {
            var clock = Stopwatch.StartNew();
            var notice = Notice(folder, mutation);
            progress.WriteLine($"{mutation} {(notice is { } n ? $"{n.Test}: {n.What[..Math.Min(n.What.Length, 300)]}" : "not noticed")} ({clock.Elapsed.TotalSeconds:0} s)");
            return notice;
        }),
    ];

    /// <summary>Runs a fault's tests, and returns the first test that notices something; null if no test does.</summary>
    public static (string Test, string What)? Notice(TemporaryFolder folder, WeaverMutation mutation)
    {
        var file = folder.PathOf($"{Guid.NewGuid():N}.dll");
        File.WriteAllBytes(file, mutation.Compile());
        return FixtureProcess.Run(file, mutation.Tests);
    }
}
