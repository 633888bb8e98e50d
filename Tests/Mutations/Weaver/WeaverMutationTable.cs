using System.Diagnostics;
using Tests.Compilation;

namespace Tests.Mutations.Weaver;

/// <summary>Runs fixtures with each fault of the weaver, and tells which test noticed it first.</summary>
internal static class WeaverMutationTable
{
    /// <param name="mutations">The faults.</param>
    /// <param name="output">Gets the table.</param>
    /// <param name="progress">Gets a line for each fault.</param>
    /// <returns>Whether each was noticed, and nothing where there is no fault.</returns>
    public static bool Run(IReadOnlyList<WeaverMutation> mutations, TextWriter output, TextWriter progress)
    {
        using var folder = new TemporaryFolder();
        var clock = Stopwatch.StartNew();
        var control = Notice(folder, "without a fault", WeaverSources.Compile([]), mutations.SelectMany(mutation => mutation.Tests).Distinct(), progress);
        var found = mutations.AsParallel().AsOrdered().WithDegreeOfParallelism(2)
            .Select(mutation => (Mutation: mutation, Notice: Notice(folder, mutation.Fault, mutation.Compile(), mutation.Tests, progress))).ToList();
        progress.WriteLine($"{clock.Elapsed.TotalMinutes:0.0} minutes");

        output.WriteLine("## Faults of the weaver\n");
        output.WriteLine(
            "What recognises code reads it and what changes code writes it, so a condition that is dropped, a bound that is off by one or a handler\n" +
            "that is forgotten shows in a decision, in the IL or in what the woven code does. Each fault is put into the sources of PooledAwait.Fody,\n" +
            "and a few fixtures of the tests run with it, up to the first test that notices something. `--of weaver` runs these alone, `--fault <text>`\n" +
            "those whose words contain the text.\n");
        output.WriteLine(control is { } noticed ? $"**Without a fault this is noticed: `{noticed.Test}`.**\n" : "Without a fault nothing is noticed, in any of the fixtures.\n");
        foreach (var (room, faults) in WeaverMutations.ByRoom)
        {
            var ofRoom = found.Where(one => faults.Contains(one.Mutation)).ToList();
            if (ofRoom.Count > 0)
            {
                output.WriteLine($"### {room}\n");
                output.WriteLine("| fault | in | noticed by |\n|---|---|---|");
                ofRoom.ForEach(one => output.WriteLine($"| {one.Mutation.Fault} | `{one.Mutation.File}` | {(one.Notice is { } notice ? $"`{WithoutArguments(notice.Test)}`" : "-")} |"));
                output.WriteLine();
            }
        }

        return control == null && found.All(one => one.Notice != null);
    }

    /// <summary>The first of the tests that notices something with a build of the weaver; null where none does.</summary>
    public static (string Test, string What)? Notice(TemporaryFolder folder, string fault, byte[] weaver, IEnumerable<string> tests, TextWriter progress)
    {
        var file = folder.PathOf($"{Guid.NewGuid():N}.dll");
        File.WriteAllBytes(file, weaver);
        var notice = FixtureProcess.Run(folder.FullName, file, tests);
        progress.WriteLine($"{fault} {(notice is { } n ? $"{n.Test}: {n.What[..Math.Min(n.What.Length, 300)]}" : "NOT NOTICED")}");
        return notice;
    }

    // Of a test case that is a piece of code the page needs the test's name alone.
    private static string WithoutArguments(string test) => test.Split('(')[0];
}
