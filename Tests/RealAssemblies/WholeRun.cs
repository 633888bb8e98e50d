using System.IO.Enumeration;

namespace Tests.RealAssemblies;

/// <summary>Weaves the assemblies of <see cref="AssemblySet.All"/>, or some of them, and reports the results.</summary>
internal static class WholeRun
{
    /// <param name="filter">Chooses assemblies by their file name.</param>
    /// <param name="output">Receives the tables.</param>
    /// <param name="progress">Receives a line for each assembly.</param>
    /// <returns>The number of findings; null if no assembly was chosen.</returns>
    public static int? Run(string filter, TextWriter output, TextWriter progress)
    {
        int? broken = null;
        var all = new List<WovenFile>();
        output.WriteLine("# Real assemblies\n");
        output.WriteLine("Woven assemblies of other authors: how much the weaver changes in them, and whether the result is sound.\n");
        output.WriteLine(
            "Printed by `dotnet run -c Release --project Tests -- real-assemblies --output docs/measured/real-assemblies.md`. The command weaves every managed\n" +
            "assembly of this machine's shared frameworks (except the one that defines `object`), of the SDK's dotnet-watch, and of some packages, with\n" +
            "every rewrite. It drops native code of ReadyToRun images on both sides. Then the JIT compiles every method of every\n" +
            "woven assembly, together with the other woven assemblies; generic methods over `object`, `int`, a struct and a generic class if constraints allow.\n" +
            "The check that each weave ends with reads every body of both sides, including unreachable code.\n\n" +
            "*Broken* counts what the JIT or the check reports only for the woven assembly, and what the check reports for the original one.\n" +
            "Methods that the JIT refuses on both sides name types of assemblies that are not on this machine, or cannot be\n" +
            "compiled on it. The check compares both sides of those bodies too. Times are those of a process that warms up as\n" +
            "it goes. Assemblies without async code or a call that passes a state to a delegate are only in the last line.\n");
        foreach (var set in AssemblySet.All)
        {
            var chosen = set.Files.Where(file => FileSystemName.MatchesSimpleExpression(filter, Path.GetFileName(file))).ToList();
            if (chosen.Count == 0)
            {
                continue;
            }

            var verdicts = Run(set, chosen, progress);
            VerdictTable.Write(output, set, verdicts);
            all.AddRange(verdicts.Select(verdict => verdict.File));
            broken = (broken ?? 0) + verdicts.Sum(verdict => verdict.Broken.Count);
        }

        if (all.Sum(file => file.Changed) > 0)
        {
            DecisionTable.Write(output, all);
        }

        return broken;
    }

    private static List<Verdict> Run(AssemblySet set, IReadOnlyList<string> chosen, TextWriter progress)
    {
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        try
        {
            var references = set.References;
            var files = chosen.Select(path => WovenFile.Of(path, references)).ToList();
            Verdict.Write(files, set, folder);
            return
            [
                .. files.AsParallel().AsOrdered().Select(file =>
                {
                    var verdict = Verdict.Of(file, set, folder);
                    progress.WriteLine($"{file.Name}: {verdict.Compiled} methods compiled, {verdict.Broken.Count} broken");
                    return verdict;
                }),
            ];
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
