using Tests.Report.Page;

namespace Tests.Packaging.Install;

/// <summary>A Blazor WebAssembly application is woven when it is built and when it is published. A browser then runs the woven code on one thread.</summary>
[Thorough]
[Category("Packaging")]
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed class BlazorTests
{
    private const string Site = "https://blazor.example/";

    private const string Program = """
        using System;
        using Fresh;
        using Microsoft.AspNetCore.Components.WebAssembly.Hosting;

        Console.WriteLine($"builders: {Browsing.Builders}");
        Console.WriteLine($"results: {await Browsing.CallAsync()}");
        await WebAssemblyHostBuilder.CreateDefault(args).Build().RunAsync();
        """;

    [Test]
    public async Task Runs_in_a_browser()
    {
        const string Package = "Microsoft.AspNetCore.Components.WebAssembly";
        var project = FreshProject.Of(Packed.NewFolder(), "Blazor", sdk: "Microsoft.NET.Sdk.BlazorWebAssembly")
            .Package("PooledAwait.Fody").OtherPackage(Package, CentralVersions.Of(Package)).With("PooledAwaitPublish", "Packages")
            .Source("Browsing.cs").Text("Program.cs", Program);
        Directory.CreateDirectory(Path.Combine(project.Folder, "wwwroot"));
        project.Text("wwwroot/index.html", "<!DOCTYPE html><html><head><link rel=\"icon\" href=\"data:,\"></head><body><script src=\"_framework/blazor.webassembly.js\"></script></body></html>");

        // Trimming and compressing would take minutes, and make no difference to the weaver.
        var output = Dotnet.Run(
            project.Folder, "publish", "-c", "Release", "-o", "published", "-p:PublishTrimmed=false", "-p:CompressionEnabled=false");
        Assert.That(output, Does.Match(@"async methods pooled .* awaited calls without a task, .* WhenAny call specialised, .* call given"));
        Assert.That(output, Does.Match(@"PooledAwait: wove \d+ package assemblies"));

        Assert.That(
            await Told(Path.Combine(project.Folder, "published", "wwwroot")),
            Is.EqualTo((string[])["builders: PooledAwait.Runtime", "results: 16 7 23"]));
    }

    /// <summary>Returns the lines that a site's program writes to the console. The last line has the results.</summary>
    /// <param name="folder">The site's folder; no server is needed.</param>
    private static async Task<string[]> Told(string folder)
    {
        List<string> lines = [];
        var page = await Browser.NewPage();
        page.Console += (_, message) => lines.Add(message.Text);
        await page.RouteAsync($"{Site}**", route =>
        {
            var path = new Uri(route.Request.Url).AbsolutePath.TrimStart('/');
            var file = Path.Combine(folder, path.Length == 0 ? "index.html" : path);
            var type = file.EndsWith(".wasm", StringComparison.Ordinal) ? "application/wasm" : null;
            return route.FulfillAsync(File.Exists(file) ? new() { Path = file, ContentType = type } : new() { Status = 404 });
        });

        await page.RunAndWaitForConsoleMessageAsync(
            () => page.GotoAsync(Site),
            new() { Predicate = message => message.Text.StartsWith("results: ", StringComparison.Ordinal) });
        await page.CloseAsync();
        return [.. lines];
    }
}
