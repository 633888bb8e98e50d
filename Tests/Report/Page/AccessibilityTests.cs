using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Tests.Report.Page;

/// <summary>Tests the page without a mouse, for a screen reader, in both colour schemes and on a small screen.</summary>
[Thorough]
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed partial class AccessibilityTests : PageTests
{
    private const string Methods = "Decisions, by method; bytes for each call. Choose a method to see all of it.";

    [Test]
    public async Task Has_landmarks_headings_and_names_for_all_there_is()
    {
        var page = await Open(Reports.OfFixtures);

        await Expect(page.Locator("body")).ToMatchAriaSnapshotAsync("""
            - link "Skip to the methods"
            - banner:
              - heading "What PooledAwait did in AssemblyToProcess" [level=1]
            - main:
              - region "What did I gain?":
                - heading "What did I gain?" [level=2]
                - region "Places, by rewrite":
                  - table "Places, by rewrite"
              - region "What did I not gain?":
                - heading "What did I not gain?" [level=2]
                - region "Left alone, by reason; bytes as above":
                  - table "Left alone, by reason; bytes as above"
              - region "What can I do?":
                - heading "What can I do?" [level=2]
                - list:
                  - listitem:
                    - heading [level=3]
                    - paragraph:
                      - button /Show \d+ places?/
                      - link /More about/
              - region "All methods":
                - heading "All methods" [level=2]
                - search "Methods":
                  - text: Search
                  - searchbox "Search"
                  - text: Outcome
                  - combobox "Outcome"
                  - text: Rewrite
                  - combobox "Rewrite"
                  - text: Reason
                  - combobox "Reason"
                  - button "Clear filters"
                  - checkbox /Show \d+ methods that never suspend/
                  - text: /Show \d+ methods that never suspend/
                - status: /1 to 100 of [\d,]+ decisions/
                - region "Decisions, by method; bytes for each call. Choose a method to see all of it.":
                  - table "Decisions, by method; bytes for each call. Choose a method to see all of it."
                - navigation "Pages":
                  - button "First" [disabled]
                  - button "Previous" [disabled]
                  - text: /Page 1 of \d+/
                  - button "Next"
                  - button "Last"
            """);
        Assert.That(await page.Locator("html").GetAttributeAsync("lang"), Is.EqualTo("en"));
        Assert.That(await Unnamed(page), Is.Empty);

        await page.Locator("#rows button").First.ClickAsync();
        await Expect(page.GetByRole(AriaRole.Dialog)).ToBeVisibleAsync();
        Assert.That(await Unnamed(page), Is.Empty);
    }

    [Test]
    public async Task Can_be_used_by_the_keyboard_alone()
    {
        var page = await Open(Reports.OfFixtures);

        // Goes to the first element of the page's overview, back to the skip link, and past the overview.
        await page.Keyboard.PressAsync("Tab");
        await HasFocus("Skip to the methods");
        await page.Keyboard.PressAsync("Tab");
        await Expect(page.Locator(":focus")).ToHaveTextAsync(Namespace());

        await page.Keyboard.PressAsync("Shift+Tab");
        await page.Keyboard.PressAsync("Enter");
        await HasFocus(Methods);
        await page.Keyboard.PressAsync("Shift+Tab");
        await HasFocus("Show", isBeginning: true);
        await page.Keyboard.PressAsync("Shift+Tab");
        await HasFocus("Clear filters");
        string[] following = ["Show", Methods, "Method", "Source", "Rewrite", "Outcome", "Saves", "Would save"];
        foreach (var name in following)
        {
            await page.Keyboard.PressAsync("Tab");
            await HasFocus(name, isBeginning: true);
        }

        // Goes to the first method, opens and closes its dialog, and returns to the starting point.
        await page.Keyboard.PressAsync("Tab");
        var method = await page.Locator(":focus").TextContentAsync();
        await page.Keyboard.PressAsync("Enter");
        await Expect(page.GetByRole(AriaRole.Dialog, new() { Name = method, Exact = true })).ToBeVisibleAsync();
        await Expect(page.Locator(":focus")).ToHaveTextAsync("Close");
        await page.Keyboard.PressAsync("Escape");
        await Expect(page.GetByRole(AriaRole.Dialog)).ToHaveCountAsync(0);
        await Expect(page.Locator(":focus")).ToHaveTextAsync(method!);

        async Task HasFocus(string name, bool isBeginning = false)
        {
            var expected = $"^{Regex.Escape(name)}{(isBeginning ? "" : "( |$)")}";
            await Expect(page.Locator(":focus")).ToHaveAccessibleNameAsync(new Regex(expected));
            Assert.That(await page.EvaluateAsync<string>("getComputedStyle(document.activeElement).outlineStyle"), Is.Not.EqualTo("none"), name);
        }
    }

    [Test]
    public async Task Keeps_the_focus_in_reach_when_the_last_page_disables_its_button()
    {
        var page = await Open(Reports.OfFixtures);

        await page.GetByRole(AriaRole.Button, new() { Name = "Last", Exact = true }).PressAsync("Enter");

        await Expect(page.Locator("#methods")).ToBeFocusedAsync();
        await Expect(page.GetByRole(AriaRole.Button, new() { Name = "Next", Exact = true })).ToBeDisabledAsync();
    }

    [Test]
    public async Task Has_contrast_enough_for_all_text([Values(ColorScheme.Light, ColorScheme.Dark)] ColorScheme colours)
    {
        var page = await Open(Reports.OfFixtures, colours);
        var background = await page.EvaluateAsync<string>("getComputedStyle(document.body).backgroundColor");
        Assert.That(background, Is.EqualTo(colours == ColorScheme.Light ? "rgb(255, 255, 255)" : "rgb(20, 24, 29)"));
        await page.Locator("#gains summary").First.ClickAsync();
        await page.Locator("#gains details details summary").First.ClickAsync();
        await Check();

        await page.GetByRole(AriaRole.Searchbox).FillAsync("Fibonacci");
        await page.Locator("#rows button").First.ClickAsync();
        await Expect(page.Locator("#lines mark").First).ToBeVisibleAsync();
        await Check();

        async Task Check()
        {
            var texts = await page.EvaluateAsync<string[]>(Texts);
            Assert.That(texts, Has.Length.GreaterThan(8));
            Assert.Multiple(() =>
            {
                foreach (var text in texts.Select(text => text.Split('|')))
                {
                    Assert.That(Contrast(text[0], text[1]), Is.AtLeast(4.5), string.Join(" ", text));
                }
            });
        }
    }

    [Test]
    public async Task Fits_a_small_screen_without_scrolling_sideways()
    {
        var page = await Open(Reports.OfFixtures, width: 360, height: 640);

        Assert.That(await page.EvaluateAsync<int>("document.documentElement.scrollWidth"), Is.AtMost(360));
        Assert.That(await page.EvaluateAsync<int>("document.querySelector('.figures').getBoundingClientRect().right"), Is.AtMost(360));
        const string Columns = "new Set([...document.querySelectorAll('#advice > div > ul > li')].map(card => card.offsetLeft)).size";
        Assert.That(await page.EvaluateAsync<int>(Columns), Is.EqualTo(1), "One below the other.");
        await page.GetByRole(AriaRole.Searchbox).FillAsync("Fibonacci");
        await page.Locator("#rows button").First.ClickAsync();
        Assert.That(await page.EvaluateAsync<int>("document.getElementById('method').scrollWidth"), Is.AtMost(360));
        await Expect(page.GetByRole(AriaRole.Button, new() { Name = "Close", Exact = true })).ToBeInViewportAsync();
    }

    // Finds elements that take the focus or are landmarks, but have no name for a screen reader.
    private static async Task<string[]> Unnamed(IPage page)
    {
        var told = (await page.Locator("body").AriaSnapshotAsync()).Split('\n').Select(line => line.TrimStart(' ', '-')).Where(line => Named().IsMatch(line)).ToList();
        Assert.That(told, Has.Count.GreaterThan(20));
        return [.. told.Where(line => !line.Contains('"', StringComparison.Ordinal))];
    }

    [GeneratedRegex(@"^'?(button|link|checkbox|combobox|dialog|navigation|region|search|searchbox|table)\b")]
    private static partial Regex Named();

    [GeneratedRegex(@"^AssemblyToProcess\S* \d+ methods?")]
    private static partial Regex Namespace();

    private static double Contrast(string one, string two)
    {
        var (light, dark) = (Luminance(one), Luminance(two));
        return (Math.Max(light, dark) + 0.05) / (Math.Min(light, dark) + 0.05);
    }

    // Returns the relative luminance as WCAG 2 defines it.
    private static double Luminance(string colour)
    {
        var parts = colour.Split('(', ')', ',').Skip(1).Take(3).Select(part => double.Parse(part, CultureInfo.InvariantCulture) / 255)
            .Select(part => part <= 0.04045 ? part / 12.92 : Math.Pow((part + 0.055) / 1.055, 2.4)).ToArray();
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    }

    // Collects the different pairs of a text's colour and its background's colour. Disabled controls need no contrast.
    private const string Texts = """
        () => {
          const pairs = new Set();
          const walker = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const element = walker.currentNode.parentElement;
            if (walker.currentNode.data.trim() === '' || element.matches('script, style, :disabled, option') || !element.checkVisibility()) continue;
            let behind = element;
            while (behind !== null && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
            const background = getComputedStyle(behind ?? document.body).backgroundColor;
            pairs.add([getComputedStyle(element).color, background, element.tagName, element.className].join('|'));
          }
          for (const input of document.querySelectorAll('dialog[open] input, body:not(:has(dialog[open])) input')) {
            pairs.add([getComputedStyle(input, '::placeholder').color, getComputedStyle(input).backgroundColor, 'placeholder', ''].join('|'));
          }
          return [...pairs];
        }
        """;
}
