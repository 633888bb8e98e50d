using Microsoft.Playwright;

namespace Tests.Report.Page;

/// <summary>
/// One Chromium for all tests, which the first test starts. It must be installed on the system, because a test run downloads no browser.
/// </summary>
internal static class Browser
{
    private static readonly string[] s_names = ["chromium", "chromium-browser", "google-chrome", "chrome", "msedge"];

    // A time limit in milliseconds. Playwright's defaults, half a minute for an action and five seconds for an expectation, are too short on a busy machine.
    private const float Patience = 120_000;

    private static readonly Lazy<Task<IBrowser?>> s_browser = new(Start);

    /// <summary>Opens an empty page in its own window. If there is no browser, the test is skipped, and the message says what to install.</summary>
    public static async Task<IPage> NewPage(ColorScheme colours = ColorScheme.Light, int width = 1280, int height = 900)
    {
        var browser = await s_browser.Value;
        if (browser == null)
        {
            Assert.Ignore("There is no Chromium here; on Debian, apt-get install chromium.");
        }

        var context = await browser!.NewContextAsync(new()
        {
            ColorScheme = colours,
            ReducedMotion = ReducedMotion.Reduce,
            ViewportSize = new() { Width = width, Height = height },
            Offline = true,
        });
        context.SetDefaultTimeout(Patience);
        return await context.NewPageAsync();
    }

    // Playwright's driver is a process that starts the browser. The driver ends when the process of the tests ends.
    private static async Task<IBrowser?> Start()
    {
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator);
        var executable = s_names
            .SelectMany(name => folders.Select(folder => Path.Combine(folder, OperatingSystem.IsWindows() ? name + ".exe" : name)))
            .FirstOrDefault(File.Exists);
        if (executable == null)
        {
            return null;
        }

        Assertions.SetDefaultExpectTimeout(Patience);
        var playwright = await Playwright.CreateAsync();
        return await playwright.Chromium.LaunchAsync(new() { ExecutablePath = executable });
    }
}
