using System.Reflection;
using System.Runtime.CompilerServices;
using NUnit.Framework;

namespace Shop.Tests;

/// <summary>
/// Compares what weaving changes in the methods of Shop with the files that are committed beside this source file. So a pull request shows every difference in
/// the woven code, whether the cause is the source code, the weaver or the weaver's scope.
/// </summary>
public sealed class WovenIlTests
{
    private static readonly string s_written = typeof(WovenIlTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(attribute => attribute.Key == "Shop.PooledAwait.il").Value!;

    [TestCase("Shop.Cart.TotalAsync(IAsyncEnumerable{decimal})")]
    [TestCase("Shop.Cart.Observe(Task, TextWriter)")]
    public void Is_changed_as_committed(string method)
    {
#if DEBUG
        Assert.Ignore("The committed snapshots are those of the Release build.");
#endif
        // Compares only the lines that weaving changed. All other lines come from the compiler, and may differ with the next SDK.
        var before = File.ReadAllLines(Path.Combine(s_written, $"{method}.before.il"));
        var after = File.ReadAllLines(Path.Combine(s_written, $"{method}.after.il"));
        var changes = string.Concat(before.Except(after).Select(line => $"-{line}\n").Concat(after.Except(before).Select(line => $"+{line}\n")));

        var committed = Path.Combine(Folder(), $"{method}.diff");
        var received = Path.Combine(Folder(), $"{method}.received.diff");
        if (File.Exists(committed) && File.ReadAllText(committed).ReplaceLineEndings("\n") == changes)
        {
            File.Delete(received);
            return;
        }

        File.WriteAllText(received, changes);
        Assert.Fail($"Weaving does something else to {method} now. Read {received}, and rename it to {Path.GetFileName(committed)} if it is right.");
    }

    [Test]
    public void Nothing_is_woven_that_has_no_snapshot_here()
    {
        var woven = Directory.GetFiles(s_written, "*.after.il")
            .Select(file => Path.GetFileName(file)!.Replace(".after.il", ".diff", StringComparison.Ordinal));
        var committed = Directory.GetFiles(Folder(), "*.diff")
            .Select(Path.GetFileName)
            .Where(file => !file!.EndsWith(".received.diff", StringComparison.Ordinal));
        Assert.That(woven, Is.EquivalentTo(committed));
    }

    private static string Folder([CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
}
