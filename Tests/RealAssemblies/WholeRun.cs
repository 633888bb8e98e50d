using System.IO.Enumeration;

namespace Tests.RealAssemblies;

/// <summary>Weaves all sets, or some of their assemblies, and tells what became of them.</summary>
internal static class WholeRun
{
    /// <param name="filter">Chooses assemblies by their file name.</param>
    /// <param name="output">Gets the tables.</param>
    /// <param name="progress">Gets a line for each assembly.</param>
    /// <returns>How many findings there are; null where no assembly was chosen.</returns>
    public static int? Run(string filter, TextWriter output, TextWriter progress)
    {
        int? broken = null;
        var all = new List<WovenFile>();
        output.WriteLine("# Real assemblies\n");
        output.WriteLine("Assemblies that nobody here wrote, woven: how much is changed in them, and whether anything is wrong with them afterwards.\n");
        output.WriteLine(
            "Printed by `dotnet run -c Release --project Tests -- real-assemblies --output docs/real-assemblies.md`, which weaves every managed\n" +
            "assembly of this machine's shared frameworks (but the one that defines `object`), of the SDK's dotnet-watch, and of some packages, with\n" +
            "everything rewritten that can be. Native code of ReadyToRun images is dropped on both sides. The JIT then compiles every method of every\n" +
            "woven assembly, generic ones over `object`, `int`, a struct and a generic class where constraints allow, with the other woven assemblies\n" +
            "around it; and the IL check of `Tests/Verification` reads every body of both sides, also the code in it that no path reaches.\n\n" +
            "Broken is what either says against the woven assembly and not against the same one not woven, and what the check says against that one\n" +
            "beside what unsafe code does. What the JIT refuses on both sides names types of assemblies that are not on this machine, or cannot be\n" +
            "compiled on it; of a body that names such types the check compares both sides all the same. Times are those of a process that warms up as\n" +
            "it goes. Assemblies without async code or a call that passes a delegate its state are in the last line alone.\n");
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
