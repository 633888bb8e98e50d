using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Tests.Compilation;
using static Microsoft.Playwright.Assertions;

namespace Tests.Report.Page;

/// <summary>Tests the page's table of decisions.</summary>
[Thorough]
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed partial class DecisionTableTests : PageTests
{
    private const string LeftAlone = "AssemblyToProcess.LeftAlone.Misused.Boxed()";

    [Test]
    public async Task Finds_a_method_and_tells_its_rewrite_its_line_and_what_it_saves()
    {
        var page = await Open(Reports.OfFixtures);

        await page.GetByRole(AriaRole.Searchbox, new() { Name = "Search" }).FillAsync("recursion FIBON");

        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync(One());
        await Expect(page.Locator("#rows td")).ToHaveTextAsync([Woven, "Recursion.cs:24", "Pooled builder", "Changed", "128", ""]);
    }

    [Test]
    public async Task Tells_why_a_method_was_left_alone_and_what_to_do()
    {
        var page = await Open(Reports.OfFixtures);

        await page.GetByRole(AriaRole.Combobox, new() { Name = "Reason" }).SelectOptionAsync("stored");
        await page.GetByRole(AriaRole.Button, new() { Name = LeftAlone, Exact = true }).ClickAsync();

        var dialog = page.GetByRole(AriaRole.Dialog, new() { Name = LeftAlone });
        await Expect(dialog.GetByRole(AriaRole.Listitem)).ToContainTextAsync(
            "A caller keeps the method's ValueTask in a field, an array, a collection or a closure.");
        await Expect(dialog.GetByRole(AriaRole.Listitem)).ToContainTextAsync("Await it once in the calling method, or store the Task that AsTask() returns.");
        await Expect(dialog.GetByRole(AriaRole.Table)).ToHaveCountAsync(0);
    }

    [Test]
    public async Task Filters_by_outcome_rewrite_and_reason_and_clears_them()
    {
        var page = await Open(Reports.OfFixtures);
        var all = await page.GetByRole(AriaRole.Status).TextContentAsync();

        await page.GetByRole(AriaRole.Combobox, new() { Name = "Outcome" }).SelectOptionAsync("Left alone");
        await page.GetByRole(AriaRole.Combobox, new() { Name = "Rewrite" }).SelectOptionAsync("StateObjects");
        await page.GetByRole(AriaRole.Combobox, new() { Name = "Reason" }).SelectOptionAsync(new SelectOptionValue { Value = "passes-state" });
        var outcomes = await page.Locator("#rows td:nth-child(4)").AllTextContentsAsync();
        Assert.That(outcomes, Is.Not.Empty.And.All.EqualTo("Left alone: The call already passes a state object."));
        Assert.That(await page.Locator("#rows td:nth-child(3)").AllTextContentsAsync(), Is.All.EqualTo("State objects"));

        await page.GetByRole(AriaRole.Combobox, new() { Name = "Outcome" }).SelectOptionAsync("Changed");
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("No decision matches.");

        await page.GetByRole(AriaRole.Button, new() { Name = "Clear filters", Exact = true }).ClickAsync();
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync(all!);
    }

    [Test]
    public async Task Sorts_by_a_column_and_tells_by_which()
    {
        var page = await Open(Reports.OfFixtures);
        var header = page.GetByRole(AriaRole.Columnheader, new() { Name = "Saves", Exact = true });

        await header.GetByRole(AriaRole.Button).ClickAsync();
        await Expect(header).ToHaveAttributeAsync("aria-sort", "descending");
        var bytes = await Column(page, 5);
        Assert.That(bytes, Has.Count.EqualTo(100));
        Assert.That(bytes.Select(int.Parse), Is.Ordered.Descending);

        await header.GetByRole(AriaRole.Button).ClickAsync();
        await Expect(header).ToHaveAttributeAsync("aria-sort", "ascending");
        Assert.That(await Column(page, 5), Has.Some.Empty, "What saves nothing comes first.");

        await page.GetByRole(AriaRole.Button, new() { Name = "Source", Exact = true }).ClickAsync();
        await Expect(header).Not.ToHaveAttributeAsync("aria-sort", "ascending");
        Assert.That(await Column(page, 2), Is.Ordered.Using((IComparer<string>)new Places()));
    }

    [Test]
    public async Task Stays_small_with_ten_thousand_methods()
    {
        var html = Reports.Large(10_000);
        Assert.That(html.Length, Is.LessThan(15_000_000));
        var page = await Open(html);
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("1 to 100 of 10,000 decisions");
        Assert.That(await page.Locator("*").CountAsync(), Is.LessThan(1500));

        await page.GetByRole(AriaRole.Button, new() { Name = "Last", Exact = true }).ClickAsync();
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("9,901 to 10,000 of 10,000 decisions");
        await Expect(page.GetByText("Page 100 of 100")).ToBeVisibleAsync();
        Assert.That(await page.Locator("*").CountAsync(), Is.LessThan(1500));

        await Choose(page, "App.Services.Type0777.Method07777(int, CancellationToken)");
        var inserted = page.GetByRole(AriaRole.Dialog).Locator("ins");
        await Expect(inserted).ToHaveTextAsync("added:     call instance void PooledAsyncTaskMethodBuilder::Start()");
    }

    [Test]
    public async Task Says_so_where_nothing_was_to_be_rewritten()
    {
        var page = await Open(Reports.Written("html", Fixtures.Compile(Shape.Release, "class C;")));

        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("No decision matches.");
        await Expect(page.Locator("#gained-summary")).ToHaveTextAsync("Nothing was changed.");
        await Expect(page.Locator("#not-gained-summary")).ToHaveTextAsync("Nothing was left alone.");
        await Expect(page.Locator("#advice-summary")).ToHaveTextAsync("There is nothing to do.");
        await Expect(page.GetByRole(AriaRole.Table)).ToHaveCountAsync(1);
    }

    private static Task<IReadOnlyList<string>> Column(IPage page, int number) =>
        page.Locator($"#rows td:nth-child({number})").AllTextContentsAsync();

    [GeneratedRegex(@"^1 decision, out of [\d,]+$")]
    private static partial Regex One();

    /// <summary>Compares places: file names as text, lines as numbers.</summary>
    private sealed class Places : IComparer<string>
    {
        public int Compare(string? x, string? y)
        {
            var (one, two) = (x!.Split(':'), y!.Split(':'));
            return string.Equals(one[0], two[0], StringComparison.Ordinal) ? int.Parse(one[1]).CompareTo(int.Parse(two[1]))
                : string.Compare(one[0], two[0], StringComparison.OrdinalIgnoreCase);
        }
    }
}
