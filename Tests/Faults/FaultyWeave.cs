using System.Xml.Linq;
using Mono.Cecil;
using NUnit.Framework;
using PooledAwait.Fody;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Faults;

/// <summary>
/// Weaves a small assembly that something is wrong with, as a build does. What is wrong is in the type C; the type D has an async method that
/// must be woven whatever becomes of C.
/// </summary>
internal sealed class FaultyWeave
{
    public const string Healthy = "public static class D { public static async System.Threading.Tasks.ValueTask N() => await System.Threading.Tasks.Task.Yield(); }";

    /// <summary>The source of the type C, with the using directives that it needs.</summary>
    public string Source { get; init; } = "using System.Threading.Tasks; public class C { public async ValueTask M() => await Task.Yield(); }";

    public string Config { get; init; } = "<PooledAwait MinimumStateMachineSize='0' />";

    /// <summary>Breaks the compiled module.</summary>
    public Action<ModuleDefinition>? Break { get; init; }

    /// <summary>Breaks the compiled file.</summary>
    public Func<byte[], byte[]>? Damage { get; init; }

    /// <summary>Makes of what a build resolves, and of a folder for files of its own, what the weaver gets.</summary>
    public Func<IReadOnlyList<string>, string, IReadOnlyList<string>> References { get; init; } = (files, _) => files;

    /// <summary>Changes what lies in the project's folder before the weave.</summary>
    public Action<string>? Disturb { get; init; }

    public (Outcome Outcome, string Told) Meet()
    {
        var directory = Directory.CreateTempSubdirectory("fault").FullName;
        try
        {
            return Meet(directory);
        }
        finally
        {
            Directory.Delete(directory, recursive: true);
        }
    }

    private (Outcome Outcome, string Told) Meet(string directory)
    {
        var compiled = Fixtures.Compile(Shape.Release, Source + Healthy);
        compiled = Damage == null ? compiled : compiled with { Image = Damage(compiled.Image) };
        Disturb?.Invoke(directory);
        ModuleWeaver? weaver = null;
        byte[] written = [];
        Woven woven;
        try
        {
            woven = Runner(directory, () => weaver = new ModuleWeaver(), _ => written = File.ReadAllBytes(Assembly(directory))).Weave(compiled);
        }
        catch (global::Fody.WeavingException exception)
        {
            // Fody's own, before it came to the weaver.
            Assert.That(File.ReadAllBytes(Assembly(directory)), Is.EqualTo(compiled.Image));
            return (Outcome.Error, exception.Message);
        }

        var errors = string.Join("\n", woven.Errors).Replace(directory, "…");
        if (errors.Length > 0)
        {
            Assert.That(written, Is.EqualTo(compiled.Image), "The assembly is as it was.");
            return (Outcome.Error, errors);
        }

        var decisions = weaver!.Report!.Decisions;
        Assert.That(decisions.Where(decision => decision.Method.DeclaringType.Name == "D").Select(decision => decision.Reason), Is.All.Null, "The rest is woven.");
        var faulty = decisions.Where(decision => decision.Method.DeclaringType.FullName is var type && (type == "C" || type.StartsWith("C/"))).ToList();
        var kept = faulty.Where(decision => decision.Reason != null).ToList();
        if (kept.Count == faulty.Count)
        {
            AssertIsUnchanged(compiled, woven.Result);
        }

        var warnings = string.Join("\n", woven.Messages.Where(IsTold).Select(message => message.Text)).Replace(directory, "…");
        return warnings.Length > 0 ? (Outcome.Warning, warnings)
            : kept.Count > 0 ? (Outcome.LeftAlone, string.Join("\n", kept.Select(decision => $"{decision.Reason!.Id}: {decision.Reason.Sentence}{(decision.Detail == null ? "" : " " + decision.Detail)}").Distinct()))
            : (Outcome.Woven, faulty.Count > 0 ? "" : "Nothing of it is for the weaver.");
    }

    private static bool IsTold(WeaverMessage message) => message.Level == WeaverMessageLevel.Warning;

    private static string Assembly(string directory) => Directory.GetFiles(directory, CompiledAssembly.Name + ".dll", SearchOption.AllDirectories).Single();

    private void AssertIsUnchanged(CompiledAssembly compiled, CompiledAssembly woven)
    {
        var directory = Directory.CreateTempSubdirectory("fault").FullName;
        try
        {
            var unwoven = Runner(directory, () => new NoWeaver(), _ => { }).Weave(compiled).Result;
            Assert.That(IlText.Changed(unwoven, woven, "C"), Is.Empty);
        }
        finally
        {
            Directory.Delete(directory, recursive: true);
        }
    }

    private WeavingRunner Runner(string directory, Func<global::Fody.BaseModuleWeaver> weaver, Action<string> inspect) => new()
    {
        Config = XElement.Parse(Config),
        Prepare = Break,
        References = References(Compilation.References.Of(Shape.Release.Framework), directory),
        Directory = directory,
        Weaver = weaver,
        Inspect = inspect,
    };
}
