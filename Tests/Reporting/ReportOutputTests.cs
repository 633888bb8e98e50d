using System.Xml.Linq;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Reporting;

/// <summary>Which files stand beside the compiled assembly.</summary>
public sealed class ReportOutputTests
{
    [TestCase("Summary")]
    [TestCase("None")]
    public void A_report_that_is_asked_for_no_longer_is_deleted(string level)
    {
        var folder = Directory.CreateTempSubdirectory("weave").FullName;
        try
        {
            var compiled = Fixtures.Compile(Shape.Release, "using System.Threading.Tasks; class C { async ValueTask M() => await Task.Yield(); }");
            string[] Names(string report)
            {
                new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("Report", report)), Directory = folder }.Weave(compiled);
                return [.. Directory.GetFiles(folder, "*.PooledAwait.*", SearchOption.AllDirectories).Select(file => Path.GetFileName(file)!).Order(StringComparer.Ordinal)];
            }

            Assert.That(Names("Full"), Is.EqualTo((string[])["AssemblyToProcess.PooledAwait.html", "AssemblyToProcess.PooledAwait.json", "AssemblyToProcess.PooledAwait.txt"]));
            Assert.That(Names(level), Is.Empty);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
