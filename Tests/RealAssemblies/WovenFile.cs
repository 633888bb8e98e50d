using System.Diagnostics;
using System.Xml.Linq;
using PooledAwait.Fody.Decisions;
using PooledAwait.Inspect.Weaving;
using Tests.Weaving;

namespace Tests.RealAssemblies;

/// <summary>One assembly in two versions: written without changes, and woven.</summary>
/// <param name="Path">The file that was read.</param>
/// <param name="Original">The assembly written without changes, but without its native code.</param>
/// <param name="Woven">The assembly written after weaving.</param>
/// <param name="Decisions">
/// The decision about each place: the rewrite, and the reason if the place was left alone. If one failed condition made another condition fail, the decision
/// has only the cause.
/// </param>
/// <param name="Time">The time that the weaver itself took.</param>
internal sealed record WovenFile(string Path, byte[] Original, byte[] Woven, IReadOnlyList<(Rewrite Rewrite, Reason? Reason, string? Detail, string? Condition)> Decisions, TimeSpan Time)
{
    // Rewrites everything that can be rewritten, even if it would not pay.
    private static readonly XElement s_config =
        new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("StateObjects", "All"), new XAttribute("Report", "None"));

    /// <summary>The findings of the weaver's check of its own work. There should be no findings.</summary>
    public IReadOnlyList<string> Unsound { get; init; } = [];

    /// <summary>The number of changed places.</summary>
    public int Changed => Decisions.Count(decision => decision.Reason == null);

    /// <summary>The number of places that were left alone for a reason.</summary>
    public int LeftAlone => Decisions.Count - Changed;

    public string Name => System.IO.Path.GetFileName(Path);

    public static WovenFile Of(string path, IReadOnlyList<string> references)
    {
        byte[] original;
        using (var untouched = new OpenAssembly(path, references))
        {
            original = untouched.Write().Image;
        }

        using var assembly = new OpenAssembly(path, references);
        var clock = Stopwatch.StartNew();
        var report = assembly.Weave(s_config);
        var time = clock.Elapsed;
        return new WovenFile(
            path, original, assembly.Write().Image, [.. report.Decisions.Select(decision => (decision.Rewrite, decision.Reason, decision.Detail, ConditionOf(decision.Failed)))], time)
        {
            Unsound = UnsoundWeave.Of(assembly.Messages),
        };
    }

    private static string? ConditionOf(FailedCondition? failed) => failed?.Because is { Condition: not null } because ? ConditionOf(because) : failed?.Condition?.Id;
}
