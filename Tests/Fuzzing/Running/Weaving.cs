using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.Reporting;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Verification;
using Tests.Weaving;

namespace Tests.Fuzzing.Running;

/// <summary>Weaves one of a batch's assemblies and checks its IL.</summary>
internal static class Weaving
{
    // Everything that can be rewritten; the programs have settings of their own.
    private static readonly XElement s_config = new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("StateObjects", "All"), new XAttribute("Report", "None"));

    /// <param name="folder">The batch's.</param>
    /// <param name="optimised">Which of the two to weave.</param>
    /// <param name="fault">Spoils what was woven, to see that it is found; null for none.</param>
    /// <returns>What was decided, and what the IL check has against it that it has not against the assembly not woven.</returns>
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
