using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Verification;
using Tests.Weaving;

namespace Tests.Fuzzing.Running;

/// <summary>Weaves one assembly of a batch, and checks the IL of the woven assembly.</summary>
internal static class Weaving
{
    // Rewrites everything that can be rewritten, except what a program's own attribute turns off.
    private static readonly XElement s_config = new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("StateObjects", "All"), new XAttribute("Report", "None"));

    /// <param name="folder">The batch's folder.</param>
    /// <param name="optimised">Whether to weave the Release build instead of the Debug build.</param>
    /// <param name="fault">A function that damages the woven module, to test that the damage is found; null for no damage.</param>
    /// <returns>The weaver's decisions, and what the IL check finds in the woven assembly but not in the unwoven one.</returns>
    public static (IReadOnlyList<Decision> Decisions, IReadOnlyList<CheckedBody> Findings) Weave(
        string folder, bool optimised, Action<ModuleDefinition>? fault)
    {
        var input = new Build(optimised, IsWoven: false).File(folder);
        var output = new Build(optimised, IsWoven: true).File(folder);
        IReadOnlyList<Decision> decisions;
        Directory.CreateDirectory(Path.GetDirectoryName(output)!);
        using (var assembly = new OpenAssembly(input, Compiler.Files))
        {
            decisions = assembly.Weave(s_config).Decisions;
            UnsoundWeave.Refuse(assembly.Messages);
            var written = assembly.Write();
            File.WriteAllBytes(output, fault == null ? written.Image : Spoil(written.Image, fault));
            File.WriteAllBytes(Path.ChangeExtension(output, ".pdb"), written.Symbols!);
        }

        var woven = WeaverCheck.Of(output, Compiler.Files);
        return (decisions, woven.Findings.Count == 0 ? [] : woven.NewSince(WeaverCheck.Of(input, Compiler.Files)));
    }

    private static byte[] Spoil(byte[] image, Action<ModuleDefinition> fault)
    {
        using var module = CompiledAssembly.Read(image);
        fault(module);
        using var spoiled = new MemoryStream();
        module.Write(spoiled);
        return spoiled.ToArray();
    }
}
