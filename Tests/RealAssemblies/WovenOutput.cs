using System.Xml.Linq;
using Fody;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.RealAssemblies;

/// <summary>
/// Writes the weaver's output for all assemblies of <see cref="AssemblySet.All"/> and for the fixtures into a folder: images, symbols, reports and messages. To
/// see whether two versions of the weaver do anything differently, run both, and compare their folders with <c>diff -r</c>.
/// </summary>
internal static class WovenOutput
{
    // One configuration rewrites everything possible, and the other has the default options. With both, the weaver itself writes no report file.
    private static readonly (string Name, XElement Config)[] s_options =
    [
        ("everything", new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("StateObjects", "All"), new XAttribute("Report", "None"))),
        ("default", new("PooledAwait", new XAttribute("Report", "None"))),
    ];

    /// <param name="folder">The output folder. Existing files are overwritten.</param>
    /// <param name="progress">Receives a line for each assembly.</param>
    public static void Write(string folder, TextWriter progress)
    {
        foreach (var set in AssemblySet.All)
        {
            var place = Directory.CreateDirectory(Path.Combine(folder, set.Name.Replace(' ', '-'))).FullName;
            var references = set.References;
            foreach (var (options, config) in s_options)
            {
                var alone = Directory.CreateDirectory(Path.Combine(place, options)).FullName;
                set.Files.AsParallel().ForAll(path =>
                {
                    progress.WriteLine($"{set.Name}, {options}: {Path.GetFileName(path)}");
                    using var assembly = new OpenAssembly(path, references);
                    Write(alone, assembly, () => assembly.Weave(config));
                });
            }

            progress.WriteLine($"{set.Name}, together");
            Together(Directory.CreateDirectory(Path.Combine(place, "together")).FullName, set.Files, references);
        }

        Fixtures(folder, progress);
    }

    // Writes only the fixtures' reports. The fixtures' images differ with each build of PooledAwait.Runtime, because each image records the build with which it
    // was compiled. Snapshots compare the IL of the fixtures.
    private static void Fixtures(string folder, TextWriter progress)
    {
        using var inputs = new TemporaryFolder();
        foreach (var shape in Shape.All)
        {
            progress.WriteLine($"fixtures, {shape}");
            var input = Compilation.Fixtures.Compiled(shape);
            var file = inputs.PathOf($"{CompiledAssembly.Name}.dll");
            File.WriteAllBytes(file, input.Image);
            File.WriteAllBytes(Path.ChangeExtension(file, ".pdb"), input.Symbols);
            foreach (var (options, config) in s_options)
            {
                using var assembly = new OpenAssembly(file, References.Of(shape.Framework));
                var report = assembly.Weave(config);
                WriteReport(Path.Combine(Directory.CreateDirectory(Path.Combine(folder, $"fixtures-{shape}")).FullName, options), assembly, report);
            }
        }
    }

    private static void Together(string folder, IReadOnlyList<string> files, IReadOnlyList<string> references)
    {
        var names = files.DistinctBy(Path.GetFileName, StringComparer.OrdinalIgnoreCase).ToList();
        using var program = new OpenProgram(names, references, (path, resolver) => new OpenAssembly(path, references, resolver));
        var reports = program.Weave(s_options[0].Config);
        foreach (var (assembly, report) in program.Assemblies.Zip(reports))
        {
            Write(folder, assembly, () => report);
        }
    }

    private static void Write(string folder, OpenAssembly assembly, Func<WeavingReport> weave)
    {
        var file = Path.Combine(folder, Path.GetFileName(assembly.Path));
        WeavingReport report;
        try
        {
            report = weave();
        }
        catch (WeavingException refused)
        {
            File.WriteAllText(file + ".refused.txt", refused.Message);
            return;
        }

        WriteReport(file, assembly, report);
        if (report.IsChanged)
        {
            var written = assembly.Write();
            File.WriteAllBytes(file, written.Image);
            if (written.Symbols is { } symbols)
            {
                File.WriteAllBytes(Path.ChangeExtension(file, ".pdb"), symbols);
            }
        }
    }

    private static void WriteReport(string file, OpenAssembly assembly, WeavingReport report)
    {
        File.WriteAllText(file + ".json", ReportJson.Of(ReportedWeave.Of(report, Path.GetDirectoryName(assembly.Path)!)));
        File.WriteAllLines(file + ".messages.txt", assembly.Messages.Select(message => $"{message.Level} {message.Text}"));
    }
}
