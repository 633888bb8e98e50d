using System.Diagnostics;
using System.Xml.Linq;
using PooledAwait.Inspect.Weaving;

namespace Tests.RealAssemblies;

/// <summary>One assembly as a weaver that does nothing and ours leave it.</summary>
/// <param name="Path">The file that was read.</param>
/// <param name="Original">What is written when nothing was changed: native code is gone from it too.</param>
/// <param name="Woven">What is written after weaving.</param>
/// <param name="Changed">How many places were changed.</param>
/// <param name="LeftAlone">How many were left alone for a reason.</param>
/// <param name="Time">What the weaver itself took.</param>
internal sealed record WovenFile(string Path, byte[] Original, byte[] Woven, int Changed, int LeftAlone, TimeSpan Time)
{
    // Everything that can be rewritten, also where it would not pay.
    private static readonly XElement s_config = new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("Report", "None"));

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
        var decisions = assembly.Weave(s_config).Decisions;
        var time = clock.Elapsed;
        var changed = decisions.Count(decision => decision.Reason == null);
        return new WovenFile(path, original, assembly.Write().Image, changed, decisions.Count - changed, time);
    }
}
