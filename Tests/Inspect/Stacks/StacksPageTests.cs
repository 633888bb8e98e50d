using Microsoft.Playwright;
using PooledAwait.Inspect.Printing;
using PooledAwait.Inspect.Stacks.Page;
using Tests.Report.Page;
using static Microsoft.Playwright.Assertions;

namespace Tests.Inspect.Stacks;

/// <summary>Tests the page in a browser, without a network, as a reader sees it.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class StacksPageTests : PageTests
{
    private static readonly StacksAnswer s_answer = new(
        "Process 7 (</script><b>Night)", "10.0.1", 120, 5_000_000, 25_001, 25_000, 3, 10, ["A note."],
        [new MethodCounts("Night.Service", 25_000, 0, 4), new MethodCounts("Night.Main", 1, 3, 6)],
        [
            Row("call", "Night.Main", 1, 0, "a thread waits for it", Row("join", "Task.WhenAll", 1, 0, null, Row("call", "Night.Service", 25_000, 25_000, null, Row("call", "Night.Deep", 5, 5, null, Row("last", "SemaphoreSlim (count 0)", 5, 0, null))))),
            Row("call", "Night.Other", 2, 2, null, Row("last", "<img src=x onerror=alert(1)>", 2, 0, null)),
        ]);

    [Test]
    public async Task Trees_open_and_close()
    {
        var page = await Open(StacksPage.Of(s_answer));
        await Expect(page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToHaveTextAsync("Calls in flight: Process 7 (</script><b>Night)");
        await Expect(page.Locator("#summary")).ToHaveTextAsync(".NET 10.0.1, 25,001 calls in flight (25,000 pooled), 3 completed whose result was not taken, 10 idle boxes; stopped for 0.12 s");
        await Expect(page.Locator("#notes")).ToHaveTextAsync("A note.");
        await Expect(page.GetByText("Night.Deep")).ToBeVisibleAsync();
        await Expect(page.GetByText("SemaphoreSlim (count 0)")).ToHaveCountAsync(0);
        await page.GetByRole(AriaRole.Button, new() { Name = "Open all" }).ClickAsync();
        await Expect(page.GetByText("SemaphoreSlim (count 0)")).ToBeVisibleAsync();
        await Expect(page.GetByText("<img src=x onerror=alert(1)>")).ToBeVisibleAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Close all" }).ClickAsync();
        await Expect(page.GetByText("Night.Deep")).ToBeHiddenAsync();
    }

    [Test]
    public async Task What_is_searched_for_is_shown()
    {
        var page = await Open(StacksPage.Of(s_answer), ColorScheme.Dark);
        await page.GetByRole(AriaRole.Searchbox).FillAsync("semaphore");
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("1 of 2 trees");
        await Expect(page.GetByText("SemaphoreSlim (count 0)")).ToBeVisibleAsync();
        await Expect(page.GetByText("Night.Other")).ToHaveCountAsync(0);
    }

    private static RowAnswer Row(string kind, string text, int count, int pooled, string? note, params RowAnswer[] next) =>
        new(kind, text, kind == "call" ? "Night.cs:7" : null, null, null, count, pooled, null, note, null, null, next);
}
