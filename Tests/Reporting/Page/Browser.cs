using Microsoft.Playwright;
using NUnit.Framework;

namespace Tests.Reporting.Page;

/// <summary>One Chromium for all tests of this room: the system's own, since a test run downloads no browser.</summary>
[SetUpFixture]
internal sealed class Browser
{
    private static readonly string[] s_names = ["chromium", "chromium-browser", "google-chrome", "chrome", "msedge"];

    private static IPlaywright? s_playwright;
    private static IBrowser? s_browser;

    /// <summary>An empty page in a window of its own. Without a browser the test is skipped, and says what to install.</summary>
    public static async Task<IPage> NewPage(ColorScheme colours = ColorScheme.Light, int width = 1280, int height = 900)
    {
        if (s_browser == null)
        {
            Assert.Ignore("There is no Chromium here; on Debian, apt-get install chromium.");
        }

        var context = await s_browser!.NewContextAsync(new()
        {
            ColorScheme = colours,
            ReducedMotion = ReducedMotion.Reduce,
            ViewportSize = new() { Width = width, Height = height },
            Offline = true,
        });
        return await context.NewPageAsync();
    }

    [OneTimeSetUp]
    public async Task Start()
    {
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator);
        var executable = s_names
            .SelectMany(name => folders.Select(folder => Path.Combine(folder, OperatingSystem.IsWindows() ? name + ".exe" : name)))
            .FirstOrDefault(File.Exists);
        if (executable == null)
        {
            return;
        }

        s_playwright = await Playwright.CreateAsync();
        s_browser = await s_playwright.Chromium.LaunchAsync(new() { ExecutablePath = executable });
    }

    [OneTimeTearDown]
    public async Task Stop()
    {
        if (s_browser != null)
        {
            await s_browser.CloseAsync();
        }

        s_playwright?.Dispose();
    }
}
