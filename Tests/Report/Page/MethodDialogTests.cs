using System.Text.RegularExpressions;
using Microsoft.Playwright;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using static Microsoft.Playwright.Assertions;

namespace Tests.Report.Page;

/// <summary>Tests what the page shows for one method: its IL before and after.</summary>
[Thorough]
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed partial class MethodDialogTests : PageTests
{
    [Test]
    public async Task Shows_the_IL_side_by_side_with_the_differences_marked()
    {
        var page = await Open(Reports.OfFixtures);
        await Choose(page, Woven);

        var lines = page.GetByRole(AriaRole.Table, new() { Name = "IL before and after" });
        var first = lines.GetByRole(AriaRole.Row).Filter(new() { Has = page.GetByRole(AriaRole.Deletion).Filter(new() { HasText = "::Create()" }) }).First;
        await Expect(first.GetByRole(AriaRole.Deletion)).ToContainTextAsync(
            "removed:     call valuetype [System.Runtime]System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder`1",
            new() { UseInnerText = false });
        await Expect(first.GetByRole(AriaRole.Insertion)).ToContainTextAsync(
            "added:     call valuetype [PooledAwait.Runtime]PooledAwait.Runtime.PooledAsyncValueTaskMethodBuilder`1",
            new() { UseInnerText = false });
        await Expect(first.Locator("mark").First).ToContainTextAsync("System.Runtime");

        var few = await lines.GetByRole(AriaRole.Row).CountAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Show equal lines", Exact = true }).ClickAsync();
        await Expect(page.GetByRole(AriaRole.Button, new() { Name = "Show equal lines", Exact = true })).ToHaveAttributeAsync("aria-pressed", "true");
        Assert.That(await lines.GetByRole(AriaRole.Row).CountAsync(), Is.GreaterThan(few + 50));
        await Expect(page.Locator("#differences")).ToHaveTextAsync(Differing());
    }

    [Test]
    public async Task Lines_up_the_text_of_equal_and_of_differing_lines()
    {
        var page = await Open(Reports.OfFixtures);
        await Choose(page, Woven);

        // The position of the blank with which each instruction's line begins.
        var places = await page.EvaluateAsync<double[]>("""
            () => [...document.querySelectorAll('#lines td:first-child')].flatMap(cell => {
              const texts = [...(cell.querySelector('del') ?? cell).childNodes]
                .filter(node => node.nodeType === Node.TEXT_NODE && node.data.startsWith('    '));
              const range = document.createRange();
              return texts.slice(0, 1).map(text => {
                range.setStart(text, 0);
                range.setEnd(text, 1);
                return Math.round(range.getBoundingClientRect().left);
              });
            })
            """);

        Assert.That(places, Has.Length.GreaterThan(10));
        Assert.That(places.Distinct().Count(), Is.EqualTo(1));
        Assert.That(await page.Locator("#lines del").CountAsync(), Is.Positive);
    }

    [Test]
    public async Task Says_which_condition_of_a_reason_failed_and_where()
    {
        var condition = new ReportedCondition("in-field", "The field `C.s_task` holds it.", new SourcePlace("D.cs", 5));
        var decision = new ReportedDecision(Rewrite.DirectAwaits, Reports.Small.Id, null, new SourcePlace("C.cs", 3), Condition: condition);
        var method = new ReportedMethod("C.M()", "", "C", new SourcePlace("C.cs", 2), [decision]);
        var page = await Open(ReportPage.Of(new ReportModel([new ReportedAssembly("App", null, [method])], [Reports.Small])));

        await Expect(page.Locator("#rows")).ToContainTextAsync("It is small. The field C.s_task holds it.");
        await page.GetByRole(AriaRole.Button, new() { Name = "C.M()", Exact = true }).ClickAsync();
        await Expect(page.Locator("#decisions")).ToContainTextAsync("It is small. The field C.s_task holds it. (D.cs:5)");
        await Expect(page.Locator("#decisions code")).ToHaveTextAsync("C.s_task");
    }

    [Test]
    public async Task Unfolds_equal_lines_where_they_stand()
    {
        var page = await Open(Reports.OfFixtures);
        await Choose(page, Woven);
        var folded = page.GetByRole(AriaRole.Button, new() { NameRegex = Folded() });
        var runs = await folded.CountAsync();
        var rows = await page.Locator("#lines tr").CountAsync();
        var hidden = int.Parse(Folded().Match((await folded.First.TextContentAsync())!).Groups[1].Value);

        await folded.First.PressAsync("Enter");

        await Expect(folded).ToHaveCountAsync(runs - 1);
        await Expect(page.Locator("#lines tr")).ToHaveCountAsync(rows - 1 + hidden);
    }

    [GeneratedRegex(@"^\d+ lines differ of \d{3}$")]
    private static partial Regex Differing();

    [GeneratedRegex(@"Show (\d+) equal lines")]
    private static partial Regex Folded();
}
