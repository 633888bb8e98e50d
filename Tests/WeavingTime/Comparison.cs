using System.Globalization;
using System.Xml.Linq;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.RealAssemblies;

namespace Tests.WeavingTime;

/// <summary>
/// Measures the time to read, weave and write an assembly with its symbols: with a weaver that does nothing, with our weaver, and with our weaver without its
/// check of the woven code.
/// </summary>
internal static class Comparison
{
    private static readonly (string Name, int Bytes)[] s_sizes =
        [("100 KB", 100_000), ("1 MB", 1_000_000), ("3 MB", 3_000_000), ("10 MB", 10_000_000)];

    // Smaller assemblies get up to this many times the rounds, because a single garbage collection distorts a short time.
    private const int MoreRounds = 10;

    private static readonly string[] s_real = ["Npgsql.dll", "Microsoft.CodeAnalysis.Features.dll"];

    /// <param name="rounds">
    /// How often the largest assemblies are measured with each weaver in turn, after one warm-up round. Smaller assemblies are measured up to ten times as
    /// often. The table shows medians.
    /// </param>
    /// <param name="output">Receives the table.</param>
    public static void Run(int rounds, TextWriter output)
    {
        output.WriteLine("# Weaving time\n");
        output.WriteLine("What the weaver adds to the time that reading and writing an assembly takes anyway.\n");
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"Printed by `dotnet run -c Release --project Tests -- weaving-time --output docs/measured/weaving-time.md`: one process reads, weaves and writes\n" +
            $"assemblies with their symbols, as Fody does, with this weaver and with one that does nothing. Medians of the processor time of {rounds} rounds\n" +
            $"in turns, or of up to {rounds * MoreRounds} for the smaller ones, after one that warms up; {Environment.ProcessorCount} processors. The assemblies are one namespace compiled again and again, with symbols, and\n" +
            $"real ones, without. *Check* is what the check of the woven code adds to the weaver's own time, by a weave with `Verify=\"None\"`.\n"));
        output.WriteLine("| assembly | bytes | methods | rewritten | no-op, ms | woven, ms | ratio | weaver, ms for each MB | check, % |");
        output.WriteLine("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (var (name, bytes) in s_sizes)
        {
            OfGenerated(output, name, Sources.OfSize(bytes), rounds);
        }

        foreach (var name in s_real)
        {
            if (AssemblySet.All.FirstOrDefault(set => set.Files.Any(file => Path.GetFileName(file) == name)) is { } set)
            {
                Write(output, name, set.Files.Single(file => Path.GetFileName(file) == name), set.References, rounds);
            }
        }
    }

    private static void OfGenerated(TextWriter output, string name, CompiledAssembly assembly, int rounds)
    {
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        try
        {
            var file = Path.Combine(folder, $"{CompiledAssembly.Name}.dll");
            File.WriteAllBytes(file, assembly.Image);
            File.WriteAllBytes(Path.ChangeExtension(file, ".pdb"), assembly.Symbols);
            Write(output, name, file, References.Of(Shape.Release.Framework), rounds);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Write(TextWriter output, string name, string file, IReadOnlyList<string> references, int rounds)
    {
        rounds *= (int)Math.Clamp(s_sizes[^1].Bytes / new FileInfo(file).Length, 1, MoreRounds);
        var (methods, rewritten) = (0, 0);
        var bytes = 0L;
        var (noOp, notChecked, woven) = (new List<double>(), new List<double>(), new List<double>());
        for (var round = 0; round <= rounds; round++)
        {
            (var without, bytes) = Measure(file, references, _ => { });
            var (withoutCheck, _) = Measure(file, references, opened => opened.Weave(new XElement("PooledAwait", new XAttribute("Verify", "None"))));
            var (with, _) = Measure(file, references, opened =>
            {
                rewritten = opened.Weave(new XElement("PooledAwait")).Decisions.Count(decision => decision.Reason == null);
                methods = opened.Module.GetTypes().Sum(type => type.Methods.Count);
            });
            if (round > 0)
            {
                noOp.Add(without);
                notChecked.Add(withoutCheck);
                woven.Add(with);
            }
        }

        var (least, middle, most) = (Median(noOp), Median(notChecked), Median(woven));
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {name} | {bytes:N0} | {methods:N0} | {rewritten:N0} | {least:N0} | {most:N0} | {most / least:N2} | {(most - least) / bytes * 1e6:N0} | {(most - middle) / (middle - least) * 100:N0} |"));
    }

    private static (double Time, long Bytes) Measure(string file, IReadOnlyList<string> references, Action<OpenAssembly> weave)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();

        // Measures processor time, because clock time includes other work of the machine.
        var start = Environment.CpuUsage.TotalTime;
        using (var assembly = new OpenAssembly(file, references))
        {
            weave(assembly);
            var written = assembly.Write();
            return ((Environment.CpuUsage.TotalTime - start).TotalMilliseconds, written.Image.LongLength);
        }
    }

    private static double Median(List<double> times)
    {
        times.Sort();
        return (times[(times.Count - 1) / 2] + times[times.Count / 2]) / 2;
    }
}
