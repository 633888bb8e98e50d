using System.Xml.Linq;

namespace Tests.Packaging.Install;

/// <summary>coverlet.collector reports the same counts of lines and branches for a program, woven or not.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class CoverageTests
{
    /// <summary>Only part of this code runs. Every rewrite changes something in this code.</summary>
    private const string Shop = """
        using System;
        using System.Threading.Tasks;

        namespace Shop;

        public static class Cart
        {
            public static async ValueTask<int> TotalAsync(int count)
            {
                if (count < 0)
                {
                    throw new ArgumentOutOfRangeException(nameof(count));
                }

                var price = await PriceAsync(count > 10);
                await WaitAsync();
                return count * price;
            }

            public static async Task<int> PriceAsync(bool reduced)
            {
                await Task.Delay(2000);
                return reduced
                    ? 1
                    : 2;
            }

            public static Task LogAsync(Task task, string text) => task.ContinueWith(
                done => Console.WriteLine(done.IsFaulted ? "failed" : text),
                TaskScheduler.Default);

            private static async ValueTask WaitAsync()
            {
                await Task.WhenAny(Task.Delay(1), Task.Delay(1000));
            }

            public static async ValueTask NeverAsync() => await WaitAsync();
        }
        """;

    /// <summary>Generic code, in which coverlet does not recognise a field that caches a delegate.</summary>
    private const string Notes = """
        using System;
        using System.Threading.Tasks;

        namespace Shop;

        public static class Notes
        {
            public static Task WriteAsync<T>(Task task, T text) => task.ContinueWith(
                _ => Console.WriteLine(text),
                TaskScheduler.Default);
        }
        """;

    private const string Tests = """
        using System.Threading.Tasks;
        using NUnit.Framework;
        using Shop;

        public class CartTests
        {
            [Test]
            public async Task Totals() => Assert.That(await Cart.TotalAsync(2), Is.EqualTo(4));

            [Test]
            public Task Logs() => Cart.LogAsync(Task.CompletedTask, "logged");

            [Test]
            public Task Writes() => Notes.WriteAsync(Task.CompletedTask, "written");
        }
        """;

    [Test]
    public void Is_the_same_but_for_two_kinds_of_branches()
    {
        var folder = Packed.NewFolder();
        var woven = Projects(folder, "Woven", "true");
        var notWoven = Projects(folder, "NotWoven", "false");
        new FreshSolution(folder, [.. woven, .. notWoven]).Build("-c", "Release");
        Assert.That(WeavingEvidence.IsWoven(woven[0].Output("Release", "net10.0")), Is.True);
        Assert.That(WeavingEvidence.IsWoven(notWoven[0].Output("Release", "net10.0")), Is.False);

        Dotnet.Run(folder, "test", "All.slnx", "-c", "Release", "--no-build", "--collect:XPlat Code Coverage", "--results-directory", "results");

        var reports = Directory.GetFiles(Path.Combine(folder, "results"), "coverage.cobertura.xml", SearchOption.AllDirectories)
            .Select(XDocument.Load).ToDictionary(report => report.ToString().Contains("NotWoven", StringComparison.Ordinal), Lines);
        Assert.That(reports[true], Has.Some.EndsWith(" 0 ").And.Some.EndsWith(" 1 ").And.Some.Contains("50% (1/2)"));
        Assert.That(reports[false].Except(reports[true]), Is.EquivalentTo((string[])["Shop.Notes 8 1 50% (1/2)", "Shop.Cart/<TotalAsync>d__0 15 1 100% (2/2)"]));
        Assert.That(reports[true].Except(reports[false]), Is.EquivalentTo((string[])["Shop.Notes 8 1 ", "Shop.Cart/<TotalAsync>d__0 15 1 "]));
        Assert.That(reports[false], Has.Length.EqualTo(reports[true].Length));
    }

    private static FreshProject[] Projects(string folder, string place, string enabled)
    {
        var parent = Path.Combine(folder, place);
        var shop = FreshProject.Of(parent, "Shop").Package("PooledAwait.Fody").With("PooledAwaitEnabled", enabled).Text("Shop.cs", Shop).Text("Notes.cs", Notes);
        var tests = FreshProject.Of(parent, "Shop.Tests").With("PooledAwaitEnabled", "false").Project(shop).Text("Tests.cs", Tests);
        foreach (var package in (string[])["Microsoft.NET.Test.Sdk", "NUnit", "NUnit3TestAdapter", "coverlet.collector"])
        {
            tests.OtherPackage(package, CentralVersions.Of(package));
        }

        return [shop, tests];
    }

    private static string[] Lines(XDocument report) =>
    [
        .. from @class in report.Descendants("class")
           from line in @class.Element("lines")!.Elements("line")
           let text = $"{(string?)@class.Attribute("name")} {(string?)line.Attribute("number")} {(string?)line.Attribute("hits")} {(string?)line.Attribute("condition-coverage")}"
           orderby text
           select text,
    ];
}
