using System.Text.RegularExpressions;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Tests.Report.Page;

/// <summary>
/// The address contains the search, the choices, the sorting and the open method. So users can send the address, or leave the page and return.
/// </summary>
[Thorough]
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed partial class AddressTests : PageTests
{
    [Test]
    public async Task An_address_leads_to_what_was_seen()
    {
        var page = await Open(Reports.OfFixtures);
        await page.GetByRole(AriaRole.Combobox, new() { Name = "Outcome" }).SelectOptionAsync("Changed");
        await page.GetByRole(AriaRole.Searchbox).FillAsync("recursion");
        await page.GetByRole(AriaRole.Button, new() { Name = "Saves", Exact = true }).ClickAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = Woven, Exact = true }).First.ClickAsync();
        var seen = await page.GetByRole(AriaRole.Status).TextContentAsync();

        // Opens the page as somebody who received the link.
        var address = page.Url;
        await page.GotoAsync("about:blank");
        await page.GotoAsync(address);

        await Expect(page.GetByRole(AriaRole.Dialog, new() { Name = Woven, Exact = true })).ToBeVisibleAsync();
        await page.Keyboard.PressAsync("Escape");
        await Expect(page.GetByRole(AriaRole.Combobox, new() { Name = "Outcome" })).ToHaveValueAsync("changed");
        await Expect(page.GetByRole(AriaRole.Searchbox)).ToHaveValueAsync("recursion");
        await Expect(page.GetByRole(AriaRole.Columnheader, new() { Name = "Saves", Exact = true })).ToHaveAttributeAsync("aria-sort", "descending");
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync(seen!);
    }

    [Test]
    public async Task Back_and_forward_undo_and_redo()
    {
        var page = await Open(Reports.OfFixtures);
        var status = page.GetByRole(AriaRole.Status);
        var all = await status.TextContentAsync();

        // The page treats a pause in the typing as the end of a word. The test stops the page's clock while it types, because a slow machine would make pauses.
        await page.Clock.InstallAsync();
        await page.Clock.PauseAtAsync(DateTime.UtcNow.AddHours(1));
        await page.GetByRole(AriaRole.Searchbox).PressSequentiallyAsync("recursion");
        await page.Clock.ResumeAsync();
        await Expect(page).ToHaveURLAsync(Searched());
        var searched = await status.TextContentAsync();
        await page.GetByRole(AriaRole.Combobox, new() { Name = "Rewrite" }).SelectOptionAsync("Builders");
        var filtered = await status.TextContentAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = Woven, Exact = true }).First.ClickAsync();

        await page.GoBackAsync();
        await Expect(page.GetByRole(AriaRole.Dialog)).ToHaveCountAsync(0);
        await Expect(status).ToHaveTextAsync(filtered!);
        await page.GoBackAsync();
        await Expect(status).ToHaveTextAsync(searched!);
        await page.GoBackAsync();
        await Expect(status).ToHaveTextAsync(all!);
        await Expect(page.GetByRole(AriaRole.Searchbox)).ToHaveValueAsync("");
        await page.GoForwardAsync();
        await Expect(page.GetByRole(AriaRole.Searchbox)).ToHaveValueAsync("recursion");
        await Expect(status).ToHaveTextAsync(searched!);
    }

    [TestCase("#reason=no-such-reason&sort=no-such-column&method=No.Such.Method()&page=many")]
    [TestCase("#methods")]
    [TestCase("#%E0%A4%A")]
    public async Task An_address_that_says_what_there_is_not_shows_everything(string address)
    {
        var page = await Open(Reports.OfFixtures);
        var all = await page.GetByRole(AriaRole.Status).TextContentAsync();

        await page.GotoAsync("about:blank");
        await page.GotoAsync(Address + address);

        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync(all!);
        await Expect(page.GetByRole(AriaRole.Dialog)).ToHaveCountAsync(0);
    }

    [GeneratedRegex("#search=recursion$")]
    private static partial Regex Searched();
}
