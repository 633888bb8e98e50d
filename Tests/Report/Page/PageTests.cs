using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace Tests.Report.Page;

/// <summary>Tests the report in a browser, without a network, as a reader sees it.</summary>
public abstract class PageTests
{
    /// <summary>A woven method that has IL to show.</summary>
    protected const string Woven = "AssemblyToProcess.Valid.Recursion.Fibonacci(int)";

    private readonly List<IPage> _pages = [];
    private readonly List<TemporaryFolder> _folders = [];

    /// <summary>Events that no page may cause: script errors, actions that the page's policy refuses, and requests for other files.</summary>
    protected List<string> Faults { get; } = [];

    /// <summary>The address of the page that was opened last.</summary>
    protected string Address { get; private set; } = "";

    [TearDown]
    public async Task No_script_failed_and_the_policy_refused_nothing()
    {
        foreach (var page in _pages)
        {
            await page.Context.CloseAsync();
        }

        _folders.ForEach(folder => folder.Dispose());
        _pages.Clear();
        _folders.Clear();
        var faults = Faults.ToList();
        Faults.Clear();
        Assert.That(faults, Is.Empty);
    }

    /// <summary>Opens a page from a file, as a reader does.</summary>
    protected async Task<IPage> Open(string html, ColorScheme colours = ColorScheme.Light, int width = 1280, int height = 900)
    {
        var page = await Browser.NewPage(colours, width, height);
        _pages.Add(page);
        page.Console += (_, message) => Faults.Add(message.Text);
        page.PageError += (_, error) => Faults.Add(error);
        page.Dialog += (_, dialog) => Faults.Add(dialog.Message);
        page.Request += (_, request) => Faults.AddRange(request.Url.StartsWith("file:", StringComparison.Ordinal) || request.Url == "about:blank" ? [] : [request.Url]);
        var folder = new TemporaryFolder();
        _folders.Add(folder);
        await File.WriteAllTextAsync(folder.PathOf("report.html"), html);
        Address = new Uri(folder.PathOf("report.html")).AbsoluteUri;
        await page.GotoAsync(Address);
        return page;
    }

    /// <summary>Shows the IL of a method.</summary>
    protected static async Task Choose(IPage page, string method)
    {
        // Omits the parameters if they contain a blank, because a blank in the search box separates words.
        await page.GetByRole(AriaRole.Searchbox).FillAsync(method.Contains(' ') ? method.Split('(')[0] : method);
        await page.GetByRole(AriaRole.Button, new() { Name = method, Exact = true }).First.ClickAsync();
        await Expect(page.Locator("#lines tr").First).ToBeVisibleAsync();
    }
}
