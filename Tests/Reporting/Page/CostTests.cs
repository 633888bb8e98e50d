using System.Text.RegularExpressions;
using Microsoft.Playwright;
using NUnit.Framework;
using PooledAwait.Fody.Reporting;
using PooledAwait.Fody.Reporting.Page;
using static Microsoft.Playwright.Assertions;

namespace Tests.Reporting.Page;

/// <summary>What the page shows of calls that no rewrite takes away.</summary>
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed class CostTests : PageTests
{
    [Test]
    public async Task Lists_kinds_and_methods_and_folds_those_with_many_calls()
    {
        var page = await Open(ReportPage.Of(Report(methods: 21)));

        await Expect(page.GetByRole(AriaRole.Heading, new() { Name = "Beyond weaving" })).ToBeVisibleAsync();
        await Expect(page.Locator("#costs-summary")).ToHaveTextAsync(new Regex("^25 calls in 21 methods make "));
        await Expect(page.Locator("#costs tr").First.Locator("td")).ToHaveTextAsync(["25", "80 to 368", "It links. Pass the token on."]);

        var methods = page.Locator("#costly > div > ul > li");
        await Expect(methods).ToHaveCountAsync(20);
        await Expect(methods.Nth(0).Locator("details")).Not.ToHaveAttributeAsync("open", "");
        await Expect(methods.Nth(1).Locator("li")).ToHaveTextAsync("Link(a<b>) C.cs:1 80 to 368 bytes");
        await Expect(methods.Nth(1).GetByRole(AriaRole.Link)).ToHaveAttributeAsync("href", "https://example.org/C.cs#L1");
        await page.Locator("#costly").GetByRole(AriaRole.Button, new() { Name = "Show all 21" }).ClickAsync();
        await Expect(methods).ToHaveCountAsync(21);
    }

    [Test]
    public async Task Is_not_there_where_there_are_none()
    {
        var page = await Open(ReportPage.Of(Report(methods: 0)));

        await Expect(page.Locator("#costs-section")).ToBeHiddenAsync();
    }

    private static ReportModel Report(int methods)
    {
        var costs = Enumerable.Range(0, methods).Select(number =>
        {
            var call = new ReportedCost("linked-source", "Link(a<b>)", 80, 368, new SourcePlace("C.cs", number, $"https://example.org/C.cs#L{number}"));
            return new CostlyMethod($"C.M{number}()", "", "C", null, [.. Enumerable.Repeat(call, number == 0 ? 5 : 1)]);
        });
        return new ReportModel([new ReportedAssembly("App", null, []) { Costs = [.. costs] }], [])
        {
            CostKinds = methods == 0 ? [] : [new ReportedCostKind("linked-source", "It links.", "Pass the token on.", "https://example.org/")],
        };
    }
}
