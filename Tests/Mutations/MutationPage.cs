using Tests.Mutations.Weaver;

namespace Tests.Mutations;

/// <summary>Runs tests with faults, and writes the page docs/measured/mutations.md, or a part of the page.</summary>
internal static class MutationPage
{
    /// <param name="of">The project whose faults to run: <c>runtime</c> or <c>weaver</c>; null for both.</param>
    /// <param name="fault">
    /// A text that selects faults by their names; null to run all faults. A fault of the weaver is also selected if its file's or its layer's name contains
    /// the text.
    /// </param>
    /// <param name="output">Receives the page.</param>
    /// <param name="progress">Receives a line for each fault that ran.</param>
    /// <returns>Whether the tests noticed every fault, and noticed nothing without a fault. Null if there is no fault to run.</returns>
    public static bool? Write(string? of, string? fault, TextWriter output, TextWriter progress)
    {
        List<WeaverMutation> ofWeaver =
        [
            .. from layer in WeaverMutations.ByLayer
               from mutation in layer.Faults
               where of != "runtime" && IsAskedFor($"{layer.Layer} {mutation.File} {mutation.Fault}")
               select mutation,
        ];
        List<Mutation> ofRuntime = [.. Mutations.All.Where(mutation => of != "weaver" && IsAskedFor(mutation.Fault))];
        if (ofWeaver.Count + ofRuntime.Count == 0)
        {
            progress.WriteLine($"There is no fault {fault}; there are:\n{string.Join("\n", WeaverMutations.All.Select(mutation => mutation.Fault).Concat(Mutations.All.Select(mutation => mutation.Fault)))}");
            return null;
        }

        output.WriteLine("# Faults that the tests notice\n");
        output.WriteLine(
            "A test shows nothing if it also passes without the code that it tests. So this command puts plausible faults into the sources, one at a\n" +
            "time, and runs tests with each. Printed by `dotnet run -c Release --project Tests -- mutations --output docs/measured/mutations.md`.\n");
        var areNoticed = ofWeaver.Count == 0 || WeaverMutationTable.Run(ofWeaver, output, progress);
        return (ofRuntime.Count == 0 || MutationTable.Run(ofRuntime, output, progress)) && areNoticed;

        bool IsAskedFor(string words) => fault == null || words.Contains(fault, StringComparison.OrdinalIgnoreCase);
    }
}
