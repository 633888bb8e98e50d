using System.Xml.Linq;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Report;

/// <summary>Tests the messages of the build, and the files beside the compiled assembly.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ReportOutputTests
{
    [TestCase("Summary")]
    [TestCase("None")]
    public void A_report_that_is_asked_for_no_longer_is_deleted(string level)
    {
        const string Source = "using System.Threading.Tasks; class C { async ValueTask M() => await Task.Yield(); }";
        using var folder = new TemporaryFolder();
        var compiled = Fixtures.Compile(Shape.Release, Source);

        string[] all = ["AssemblyToProcess.PooledAwait.html", "AssemblyToProcess.PooledAwait.json", "AssemblyToProcess.PooledAwait.txt"];
        Assert.That(Names("Full"), Is.EqualTo(all));
        Assert.That(Names(level), Is.Empty);

        string[] Names(string report)
        {
            new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("Report", report)), Directory = folder.FullName }.Weave(compiled);
            var files = Directory.GetFiles(folder.FullName, "*.PooledAwait.*", SearchOption.AllDirectories);
            return [.. files.Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal)];
        }
    }

    [TestCase("Summary", "", @" 0 left alone \(\d+ ms\)\.$")]
    [TestCase("Summary", "bool N() => M().IsCompleted;", @" 1 left alone \(\d+ ms\)\. Left alone most often: discarded \(1\)\. To see why, build with -p:PooledAwaitReport=Full, or run: pooledawait why <assembly> <method>\.$")]
    [TestCase("Full", "bool N() => M().IsCompleted;", @" 1 left alone \(\d+ ms\)\. Left alone most often: discarded \(1\)\. Full report: .+\.html$")]
    public void The_summary_says_how_to_learn_why_something_was_left_alone(string level, string caller, string end)
    {
        using var folder = new TemporaryFolder();
        var compiled = Fixtures.Compile(Shape.Release, $"using System.Threading.Tasks; class C {{ async ValueTask M() => await Task.Yield(); {caller} }}");

        var woven = new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("Report", level)), Directory = folder.FullName }.Weave(compiled);

        Assert.That(woven.Messages.Select(message => message.Text), Has.One.Match(end));
    }

    /// <summary>
    /// If there was nothing to weave, a usual build does not show the summary. Otherwise, a solution would print such a line for each project.
    /// </summary>
    [TestCase("static void M() { }", "Summary", WeaverMessageLevel.Normal)]
    [TestCase("static void M() { }", "Full", WeaverMessageLevel.High)]
    [TestCase("static async ValueTask M() => await Task.Yield();", "Summary", WeaverMessageLevel.High)]
    public void A_summary_of_nothing_is_not_shown_by_a_usual_build(string member, string level, WeaverMessageLevel expected)
    {
        using var folder = new TemporaryFolder();
        var compiled = Fixtures.Compile(Shape.Release, $"using System.Threading.Tasks; class C {{ {member} }}");

        var woven = new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("Report", level)), Directory = folder.FullName }.Weave(compiled);

        Assert.That(woven.Messages.Single(message => message.Text.Contains(" ms).", StringComparison.Ordinal)).Level, Is.EqualTo(expected));
    }
}
