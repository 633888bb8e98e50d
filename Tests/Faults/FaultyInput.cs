using System.Security.Cryptography;
using System.Text.RegularExpressions;
using Tests.Inspect;

namespace Tests.Faults;

/// <summary>
/// Runs PooledAwait.Inspect on a faulty folder. In this folder, <c>in/App.dll</c> is an assembly that can be woven, and <c>other/Other.dll</c> is another
/// assembly.
/// </summary>
/// <param name="command">The command line; <c>{0}</c> stands for the folder and <c>{1}</c> for the path of System.Private.CoreLib.</param>
/// <param name="disturb">Puts the fault into the folder.</param>
internal sealed class FaultyInput(string command, Action<string>? disturb = null)
{
    private static readonly string s_coreLibrary = typeof(object).Assembly.Location;

    public (Outcome Outcome, string Told) Meet()
    {
        using var run = new ToolRun();
        run.Compile("App", ToolRun.Code);
        run.Compile("Other", "public class Other { public int M() => 1; }", folder: "other");
        disturb?.Invoke(run.Folder);
        var before = Contents(run.Folder);

        var (exitCode, output, error) = ToolRun.Run([.. command.Split(' ').Select(word => string.Format(word, run.Folder, s_coreLibrary))]);

        if (exitCode == 0)
        {
            Assert.That(error, Is.Empty);
            Assert.That(output, Does.Contain("Changed: 2\n").Or.Contain("1 async method pooled"), "It lists what can be woven, or weaves it.");
            return (Outcome.Woven, "");
        }

        Assert.That(exitCode, Is.EqualTo(1));
        Assert.That(output.Trim(), Is.Empty);
        Assert.That(Contents(run.Folder), Is.EqualTo(before), "Every file is as it was.");
        var told = error.Trim().Replace(run.Folder, "…").Replace(s_coreLibrary, "…/System.Private.CoreLib.dll");
        return (Outcome.Error, Regex.Replace(told, @"\.[0-9a-f]{32}\.tmp", ".*.tmp"));
    }

    private static Dictionary<string, string> Contents(string folder) =>
        Directory.GetFiles(folder, "*", SearchOption.AllDirectories).ToDictionary(file => file, file =>
        {
            using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return Convert.ToHexString(SHA256.HashData(stream));
        });
}
