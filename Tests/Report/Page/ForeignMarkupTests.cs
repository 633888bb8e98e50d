using Microsoft.Playwright;
using Tests.Compilation;
using static Microsoft.Playwright.Assertions;

namespace Tests.Report.Page;

/// <summary>Markup and scripts have no effect if they come from names, from strings, or from somebody who changed the file.</summary>
[Thorough]
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed class ForeignMarkupTests : PageTests
{
    [Test]
    public async Task Keeps_markup_in_names_and_strings_as_text()
    {
        const string Markup = "</script><img src=x onerror=alert(1)>&amp;<!--";
        var compiled = Fixtures.Compile(Shape.Release, $$"""
            using System.Threading.Tasks;
            public class C
            {
                public static async ValueTask M() { await Task.Yield(); System.Console.WriteLine("{{Markup}}"); }
            }
            """);
        var page = await Open(Reports.Written("html", compiled, module =>
        {
            module.Assembly.Name.Name = Markup;
            var type = module.GetType("C");
            type.Name = Markup;
            type.Methods.Single(method => method.Name == "M").Name = "<b>M</b>\"'`";
        }));

        await Expect(page).ToHaveTitleAsync($"{Markup}: PooledAwait report");
        await Expect(page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToHaveTextAsync($"What PooledAwait did in {Markup}");
        await Choose(page, $"{Markup}.<b>M</b>\"'`()");
        await page.GetByRole(AriaRole.Button, new() { Name = "Show equal lines", Exact = true }).ClickAsync();
        await Expect(page.Locator("#lines")).ToContainTextAsync($"ldstr \"{Markup}\"");
        await Expect(page.Locator("img, b")).ToHaveCountAsync(0);
        await Expect(page.Locator("script")).ToHaveCountAsync(2);
    }

    [Test]
    public async Task Lets_no_script_run_but_its_own()
    {
        var page = await Open(Reports.OfFixtures.Replace("<main>", "<main><script>document.title = 'taken'</script>", StringComparison.Ordinal));

        await Expect(page).ToHaveTitleAsync("AssemblyToProcess: PooledAwait report");
        Assert.That(Faults, Has.One.Items.And.One.Contains("Content Security Policy"));
        Faults.Clear();
    }
}
