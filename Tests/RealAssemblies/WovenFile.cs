using System.Diagnostics;
using System.Xml.Linq;
using PooledAwait.Fody.Reasons;
using PooledAwait.Inspect.Weaving;
using Tests.Weaving;

namespace Tests.RealAssemblies;

/// <summary>One assembly as a weaver that does nothing and ours leave it.</summary>
/// <param name="Path">The file that was read.</param>
/// <param name="Original">What is written when nothing was changed: native code is gone from it too.</param>
/// <param name="Woven">What is written after weaving.</param>
/// <param name="Decisions">What was decided about each place: by which rewrite, and why it was left alone, where it was; of the conditions that follow from each other the last.</param>
/// <param name="Time">What the weaver itself took.</param>
internal sealed record WovenFile(string Path, byte[] Original, byte[] Woven, IReadOnlyList<(Rewrite Rewrite, Reason? Reason, string? Detail, string? Condition)> Decisions, TimeSpan Time)
{
    // Everything that can be rewritten, also where it would not pay.
    private static readonly XElement s_config =
        new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("StateObjects", "All"), new XAttribute("Report", "None"));

    /// <summary>What the weaver's check of its own work found: nothing.</summary>
    public IReadOnlyList<string> Unsound { get; init; } = [];

    /// <summary>How many places were changed.</summary>
    public int Changed => Decisions.Count(decision => decision.Reason == null);

    /// <summary>How many were left alone for a reason.</summary>
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
