using System.Xml.Linq;
using Fody;
using Mono.Cecil;
using PooledAwait.Fody;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Faults;

/// <summary>
/// Weaves a small assembly with a fault, as a build does. If the fault is in the code, it is in the type C. The type D has no fault, so the weaver must change
/// D's async method unless the weave fails.
/// </summary>
internal sealed class FaultyWeave
{
    /// <summary>The message if C contains nothing that the weaver changes or reports.</summary>
    public const string Nothing = "Nothing of it is for the weaver.";

    private const string Healthy =
        "public static class D { public static async System.Threading.Tasks.ValueTask N() => await System.Threading.Tasks.Task.Yield(); }";

    /// <summary>The source of the type C, with the using directives that it needs.</summary>
    public string Source { get; init; } = "using System.Threading.Tasks; public class C { public async ValueTask M() => await Task.Yield(); }";

    public string Config { get; init; } = "<PooledAwait MinimumStateMachineSize='0' />";

    /// <summary>Puts a fault into the compiled module.</summary>
    public Action<ModuleDefinition>? Break { get; init; }

    /// <summary>Puts a fault into the compiled file.</summary>
    public Func<byte[], byte[]>? Damage { get; init; }

    /// <summary>Chooses the references that the weaver gets. The function gets the references that a build resolves, and the project's folder.</summary>
    public Func<IReadOnlyList<string>, string, IReadOnlyList<string>> References { get; init; } = (files, _) => files;

    /// <summary>Changes files in the project's folder before the weave.</summary>
    public Action<string>? Disturb { get; init; }

    public (Outcome Outcome, string Told) Meet()
    {
        using var folder = new TemporaryFolder();
        return Meet(folder.FullName);
    }

    private (Outcome Outcome, string Told) Meet(string directory)
    {
        var compiled = Fixtures.Compile(Shape.Release, Source + Healthy);
        compiled = Damage == null ? compiled : compiled with { Image = Damage(compiled.Image) };
        Disturb?.Invoke(directory);
        ModuleWeaver? weaver = null;
        Woven woven;
        try
        {
            woven = Runner(directory, () => weaver = new ModuleWeaver()).Weave(compiled);
        }
        catch (WeavingException exception)
        {
            // Fody itself failed before it called the weaver.
            Assert.That(Written(directory), Is.EqualTo(compiled.Image));
            return (Outcome.Error, exception.Message);
        }

        var folders = Directory.GetFileSystemEntries(directory).Select(Path.GetFileName);
        Assert.That(folders, Is.SubsetOf((string[])["obj", "references"]), "Nothing is written elsewhere.");
        if (string.Join("\n", woven.Errors) is { Length: > 0 } errors)
        {
            Assert.That(Written(directory), Is.EqualTo(compiled.Image), "The assembly is as it was.");
            return (Outcome.Error, errors.Replace(directory, "…"));
        }

        var decisions = weaver!.Report!.Decisions.ToLookup(decision => Outermost(decision.Method.DeclaringType).FullName);
        Assert.That(decisions["D"].Select(decision => decision.Reason), Is.Not.Empty.And.All.Null, "The rest is woven.");
        var kept = decisions["C"].Where(decision => decision.Reason != null).ToList();
        if (kept.Count == decisions["C"].Count())
        {
            AssertIsUnchanged(compiled, woven.Result);
        }

        if (string.Join("\n", woven.Warnings) is { Length: > 0 } warnings)
        {
            return (Outcome.Warning, warnings.Replace(directory, "…"));
        }

        return kept.Count > 0
            ? (Outcome.LeftAlone, string.Join("\n", kept.Select(InWords).Distinct()))
            : (Outcome.Woven, decisions["C"].Any() ? "" : Nothing);
    }

    private static string InWords(Decision decision) =>
        $"{decision.Reason!.Id}: {decision.Reason.Sentence}{(decision.Detail == null ? "" : $" {decision.Detail}")}{(decision.Failed?.Sentence is { } sentence ? $" {sentence}" : "")}";

    private static TypeDefinition Outermost(TypeDefinition type) => type.DeclaringType == null ? type : Outermost(type.DeclaringType);

    /// <summary>Returns the bytes of the assembly in the project's folder.</summary>
    private static byte[] Written(string directory) =>
        File.ReadAllBytes(Directory.GetFiles(directory, $"{CompiledAssembly.Name}.dll", SearchOption.AllDirectories).Single());

    private void AssertIsUnchanged(CompiledAssembly compiled, CompiledAssembly woven)
    {
        using var folder = new TemporaryFolder();
        var unwoven = Runner(folder.FullName, () => new NoWeaver()).Weave(compiled).Result;
        Assert.That(IlText.Changed(unwoven, woven, "C"), Is.Empty);
    }

    private WeavingRunner Runner(string directory, Func<BaseModuleWeaver> weaver) => new()
    {
        Config = XElement.Parse(Config),
        Prepare = Break,
        References = References(Compilation.References.Of(Shape.Release.Framework), directory),
        Directory = directory,
        Weaver = weaver,
    };
}
