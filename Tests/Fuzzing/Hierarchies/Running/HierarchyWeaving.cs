using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Fuzzing.Hierarchies.Generating;
using Tests.Fuzzing.Running;
using Tests.Weaving;

namespace Tests.Fuzzing.Hierarchies.Running;

/// <summary>Weaves the assemblies of a batch, in one of the ways that the enum <c>Running.Weave</c> lists.</summary>
internal static class HierarchyWeaving
{
    private static readonly XElement s_config = new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("Report", "None"));

    /// <param name="folder">The batch's folder.</param>
    /// <param name="build">The build to make. The build that serves as its input must exist.</param>
    /// <param name="fault">A function that damages the woven module; null for no damage.</param>
    /// <returns>The weaver's decisions, and the findings of its check in woven code.</returns>
    public static (IReadOnlyList<Decision> Decisions, IReadOnlyList<string> Unsound) Weave(string folder, WovenBuild build, Action<ModuleDefinition>? fault)
    {
        Directory.CreateDirectory(Path.Combine(folder, build.ToString()));
        return build.Weave == Running.Weave.Alone ? Alone(folder, build, fault) : Together(folder, build, fault);
    }

    /// <summary>
    /// Weaves one assembly after the other, each with references to the woven assemblies before it. This is what the builds of several projects do.
    /// </summary>
    private static (IReadOnlyList<Decision> Decisions, IReadOnlyList<string> Unsound) Alone(string folder, WovenBuild build, Action<ModuleDefinition>? fault)
    {
        var decisions = new List<Decision>();
        var unsound = new List<string>();
        var references = Compiler.Files.ToList();
        for (var i = 0; i < HierarchyGenerator.Assemblies; i++)
        {
            using var assembly = new OpenAssembly((build with { Weave = Running.Weave.None }).File(folder, i), references);
            decisions.AddRange(assembly.Weave(s_config).Decisions);
            Write(assembly, build.File(folder, i), fault);
            unsound.AddRange(Unsound(assembly));
            references.Add(build.File(folder, i));
        }

        return (decisions, unsound);
    }

    private static (IReadOnlyList<Decision> Decisions, IReadOnlyList<string> Unsound) Together(string folder, WovenBuild build, Action<ModuleDefinition>? fault)
    {
        var input = build with { Weave = build.Weave == Running.Weave.Together ? Running.Weave.None : Running.Weave.Alone };
        var files = Enumerable.Range(0, HierarchyGenerator.Assemblies).Select(i => input.File(folder, i)).ToList();
        IReadOnlyList<string> references = [.. Compiler.Files, .. files];
        using var program = new OpenProgram(files, references, (path, resolver) => new OpenAssembly(path, references, resolver));
        var decisions = program.Weave(s_config).SelectMany(report => report.Decisions).ToList();
        var unsound = new List<string>();
        foreach (var assembly in program.Closing())
        {
            Write(assembly, Path.Combine(folder, build.ToString(), Path.GetFileName(assembly.Path)), fault);
            unsound.AddRange(Unsound(assembly));
        }

        return (decisions, unsound);
    }

    private static void Write(OpenAssembly assembly, string file, Action<ModuleDefinition>? fault)
    {
        var written = assembly.Write();
        File.WriteAllBytes(file, fault == null ? written.Image : Spoil(written.Image, fault));

        // The symbols are null if a fault was planted in the input, because the input's symbol file then no longer matches.
        if (written.Symbols is { } symbols)
        {
            File.WriteAllBytes(Path.ChangeExtension(file, ".pdb"), symbols);
        }
    }

    private static byte[] Spoil(byte[] image, Action<ModuleDefinition> fault)
    {
        using var module = CompiledAssembly.Read(image);
        fault(module);
        using var spoiled = new MemoryStream();
        module.Write(spoiled);
        return spoiled.ToArray();
    }

    private static IReadOnlyList<string> Unsound(OpenAssembly assembly) => UnsoundWeave.Of(assembly.Messages);
}
