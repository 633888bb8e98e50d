using System.Globalization;
using System.Xml.Linq;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.WeavingTime;

/// <summary>Measures how the weaver's time for one method grows with the method.</summary>
internal static class Growth
{
    private static readonly int[] s_awaits = [200, 400, 800, 1600, 3200];

    /// <param name="rounds">How often each method is woven. The least time counts, because the JIT optimises the weaver only after some weaves.</param>
    /// <param name="output">Receives the table.</param>
    public static void Run(int rounds, TextWriter output)
    {
        output.WriteLine("\n## One large method\n");
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"The processor time of weaving an assembly that has one async method with so many awaits, without reading and writing it: the least of {rounds} rounds.\n" +
            $"*Doubled* is the time of the largest in that of the one half as large.\n"));
        output.WriteLine($"| awaits | {string.Join(" | ", s_awaits.Select(awaits => $"{awaits.ToString("N0", CultureInfo.InvariantCulture)}, ms"))} | doubled |");
        output.WriteLine($"| --- |{string.Concat(s_awaits.Select(_ => " ---: |"))} ---: |");
        foreach (var form in GrowingMethods.Forms.Keys)
        {
            var times = s_awaits.Select(awaits => Least(form, awaits, rounds)).ToArray();
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"| {form} | {string.Join(" | ", times.Select(time => time.ToString("N0", CultureInfo.InvariantCulture)))} | {times[^1] / times[^2]:N2} |"));
        }
    }

    /// <summary>Returns how many bytes the weaver allocates for one method of this form. The number is the same each time.</summary>
    public static long BytesOf(string form, int awaits) => Weave(form, awaits, assembly =>
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        assembly.Weave(new XElement("PooledAwait"));
        return GC.GetAllocatedBytesForCurrentThread() - before;
    });

    private static double Least(string form, int awaits, int rounds) => Enumerable.Range(0, rounds).Min(_ => Weave(form, awaits, assembly =>
    {
        GC.Collect();
        var start = Environment.CpuUsage.TotalTime;
        assembly.Weave(new XElement("PooledAwait"));
        return (Environment.CpuUsage.TotalTime - start).TotalMilliseconds;
    }));

    private static T Weave<T>(string form, int awaits, Func<OpenAssembly, T> measure)
    {
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        try
        {
            var compiled = GrowingMethods.Of(form, awaits);
            var file = Path.Combine(folder, $"{CompiledAssembly.Name}.dll");
            File.WriteAllBytes(file, compiled.Image);
            File.WriteAllBytes(Path.ChangeExtension(file, ".pdb"), compiled.Symbols);
            using var assembly = new OpenAssembly(file, References.Of(Shape.Release.Framework));
            return measure(assembly);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
