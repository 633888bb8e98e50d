using System.Text.RegularExpressions;
using Microsoft.Playwright;
using NUnit.Framework;
using Tests.Compilation;
using static Microsoft.Playwright.Assertions;

namespace Tests.Reporting.Page;

/// <summary>The report as a reader meets it in a browser, without a network.</summary>
[Category("Browser")]
public sealed partial class PageTests
{
    private const string Woven = "AssemblyToProcess.Valid.Recursion.Fibonacci(int)";
    private const string LeftAlone = "AssemblyToProcess.LeftAlone.Misused.Boxed()";

    private readonly List<string> _faults = [];

    [SetUp]
    public void Forget() => _faults.Clear();

    [TearDown]
    public void No_script_failed_and_the_policy_refused_nothing() => Assert.That(_faults, Is.Empty);

    [Test]
    public async Task Tells_the_totals_and_those_of_each_rewrite()
    {
        var page = await Open(Reports.OfFixtures);

        await Expect(page).ToHaveTitleAsync("AssemblyToProcess: PooledAwait report");
        await Expect(page.Locator("#totals div").First).ToHaveTextAsync(Total());
        var builders = page.GetByRole(AriaRole.Row).Filter(new() { Has = page.GetByRole(AriaRole.Rowheader, new() { Name = "Pooled builder" }) });
        await Expect(builders.GetByRole(AriaRole.Cell)).ToHaveCountAsync(3);
        await Expect(builders.GetByRole(AriaRole.Cell).First).ToHaveTextAsync(Number());
    }

    [Test]
    public async Task Finds_a_method_and_tells_its_rewrite_its_line_and_what_it_saves()
    {
        var page = await Open(Reports.OfFixtures);

        await page.GetByRole(AriaRole.Searchbox, new() { Name = "Search" }).FillAsync("recursion FIBON");

        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync(One());
        await Expect(page.Locator("#rows td")).ToHaveTextAsync([Woven, "Recursion.cs:24", "Pooled builder", "Changed", "128"]);
    }

    [Test]
    public async Task Tells_why_a_method_was_left_alone_and_what_to_do()
    {
        var page = await Open(Reports.OfFixtures);

        await page.GetByRole(AriaRole.Combobox, new() { Name = "Reason" }).SelectOptionAsync("stored");
        await page.GetByRole(AriaRole.Button, new() { Name = LeftAlone, Exact = true }).ClickAsync();

        var dialog = page.GetByRole(AriaRole.Dialog, new() { Name = LeftAlone });
        await Expect(dialog.GetByRole(AriaRole.Listitem)).ToContainTextAsync("A caller keeps its ValueTask in a field, an array, a collection, a closure, or a local across an await.");
        await Expect(dialog.GetByRole(AriaRole.Listitem)).ToContainTextAsync("Await it where it is called, or store the Task that AsTask() returns.");
        await Expect(dialog.GetByRole(AriaRole.Table)).ToHaveCountAsync(0);
    }

    [Test]
    public async Task Filters_by_outcome_rewrite_and_reason_and_clears_them()
    {
        var page = await Open(Reports.OfFixtures);
        var all = await page.GetByRole(AriaRole.Status).TextContentAsync();

        await page.GetByRole(AriaRole.Combobox, new() { Name = "Outcome" }).SelectOptionAsync("Left alone");
        await page.GetByRole(AriaRole.Combobox, new() { Name = "Rewrite" }).SelectOptionAsync("ContinueWith");
        await page.GetByRole(AriaRole.Combobox, new() { Name = "Reason" }).SelectOptionAsync(new SelectOptionValue { Value = "passes-state" });
        var outcomes = await page.Locator("#rows td:nth-child(4)").AllTextContentsAsync();
        Assert.That(outcomes, Is.Not.Empty.And.All.EqualTo("Left alone: The call passes a state object already."));
        Assert.That(await page.Locator("#rows td:nth-child(3)").AllTextContentsAsync(), Is.All.EqualTo("ContinueWith"));

        await page.GetByRole(AriaRole.Combobox, new() { Name = "Outcome" }).SelectOptionAsync("Changed");
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("No decision matches.");

        await page.GetByRole(AriaRole.Button, new() { Name = "Clear filters", Exact = true }).ClickAsync();
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync(all!);
    }

    [Test]
    public async Task Sorts_by_each_column_and_tells_by_which()
    {
        var page = await Open(Reports.OfFixtures);
        var header = page.GetByRole(AriaRole.Columnheader, new() { Name = "Bytes saved" }).Last;

        await header.GetByRole(AriaRole.Button).ClickAsync();
        await Expect(header).ToHaveAttributeAsync("aria-sort", "descending");
        var bytes = await Column(page, 5);
        Assert.That(bytes.Select(int.Parse), Is.Ordered.Descending);

        await header.GetByRole(AriaRole.Button).ClickAsync();
        await Expect(header).ToHaveAttributeAsync("aria-sort", "ascending");
        Assert.That(await Column(page, 5), Has.Some.Empty, "What saves nothing comes first.");

        await page.GetByRole(AriaRole.Button, new() { Name = "Source", Exact = true }).ClickAsync();
        await Expect(header).Not.ToHaveAttributeAsync("aria-sort", "ascending");
        Assert.That(await Column(page, 2), Is.Ordered.Using((IComparer<string>)new Places()));
    }

    [Test]
    public async Task Shows_the_IL_side_by_side_with_the_differences_marked()
    {
        var page = await Open(Reports.OfFixtures);
        await Choose(page, Woven);

        var lines = page.GetByRole(AriaRole.Table, new() { Name = "IL before and after" });
        var first = lines.GetByRole(AriaRole.Row).Filter(new() { Has = page.GetByRole(AriaRole.Deletion) }).First;
        await Expect(first.GetByRole(AriaRole.Deletion)).ToContainTextAsync("removed:     call valuetype [System.Runtime]System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder`1", new() { UseInnerText = false });
        await Expect(first.GetByRole(AriaRole.Insertion)).ToContainTextAsync("added:     call valuetype [PooledAwait.Runtime]PooledAwait.Runtime.PooledAsyncValueTaskMethodBuilder`1", new() { UseInnerText = false });
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

        // Where the first character of each instruction's line stands, which is a blank.
        var places = await page.EvaluateAsync<double[]>("""
            () => [...document.querySelectorAll('#lines td:first-child')].flatMap(cell => {
              const texts = [...(cell.querySelector('del') ?? cell).childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.data.startsWith('    '));
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
        var page = await Browser.NewPage();
        var refused = new List<string>();
        page.Console += (_, message) => refused.Add(message.Text);

        await page.Open(Reports.OfFixtures.Replace("<main>", "<main><script>document.title = 'taken'</script>", StringComparison.Ordinal));

        await Expect(page).ToHaveTitleAsync("AssemblyToProcess: PooledAwait report");
        Assert.That(refused, Has.One.Contains("Content Security Policy"));
        await page.CloseAsync();
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
        await Expect(page.GetByRole(AriaRole.Dialog).Locator("ins")).ToHaveTextAsync("added:     call instance void PooledAsyncTaskMethodBuilder::Start()");
    }

    [Test]
    public async Task Says_so_where_nothing_was_to_be_rewritten()
    {
        var page = await Open(Reports.Written("html", Fixtures.Compile(Shape.Release, "class C;")));

        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("No decision matches.");
        await Expect(page.Locator("#reasons-details")).ToBeHiddenAsync();
    }

    private static async Task Choose(IPage page, string method)
    {
        await page.GetByRole(AriaRole.Searchbox).FillAsync(method.Replace(" ", "", StringComparison.Ordinal) == method ? method : method.Split('(')[0]);
        await page.GetByRole(AriaRole.Button, new() { Name = method, Exact = true }).First.ClickAsync();
        await Expect(page.Locator("#lines tr").First).ToBeVisibleAsync();
    }

    private static Task<IReadOnlyList<string>> Column(IPage page, int number) => page.Locator($"#rows td:nth-child({number})").AllTextContentsAsync();

    private async Task<IPage> Open(string html)
    {
        var page = await Browser.NewPage();
        page.Console += (_, message) => _faults.Add(message.Text);
        page.PageError += (_, error) => _faults.Add(error);
        page.Dialog += (_, dialog) => _faults.Add(dialog.Message);
        page.Request += (_, request) => _faults.AddRange(request.Url.StartsWith("file:", StringComparison.Ordinal) ? [] : [request.Url]);
        return await page.Open(html);
    }

    [GeneratedRegex(@"^Methods changed[1-9]\d+$")]
    private static partial Regex Total();

    [GeneratedRegex(@"^[1-9]\d+$")]
    private static partial Regex Number();

    [GeneratedRegex(@"^1 decision, out of \d{3}$")]
    private static partial Regex One();

    [GeneratedRegex(@"^\d+ lines differ of \d{3}$")]
    private static partial Regex Differing();

    [GeneratedRegex(@"Show (\d+) equal lines")]
    private static partial Regex Folded();

    /// <summary>File names by letters, lines by numbers.</summary>
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
