using System.Text.RegularExpressions;
using Microsoft.Playwright;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using static Microsoft.Playwright.Assertions;

namespace Tests.Report.Page;

/// <summary>Tests the overview with which the page opens: what was gained, what was not, and what can be done.</summary>
[Thorough]
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed partial class QuestionTests : PageTests
{
    [Test]
    public async Task Tells_what_was_gained_by_namespace_type_and_method()
    {
        var page = await Open(Reports.OfFixtures);
        await Expect(page).ToHaveTitleAsync("AssemblyToProcess: PooledAwait report");
        await Expect(page.Locator("#gained-summary")).ToHaveTextAsync(Gained());

        await page.Locator("#gains summary", new() { HasText = "AssemblyToProcess.Valid" }).First.ClickAsync();
        await ShowAll(page, "#gains");
        await page.Locator("#gains summary", new() { HasTextRegex = Recursion() }).ClickAsync();
        var method = page.Locator("#gains li", new() { HasText = "Fibonacci(int)" }).Last;
        await Expect(method).ToHaveTextAsync("Fibonacci(int) 128 bytes");

        await method.GetByRole(AriaRole.Button).ClickAsync();
        await Expect(page.GetByRole(AriaRole.Dialog, new() { Name = Woven, Exact = true })).ToBeVisibleAsync();
    }

    [Test]
    public async Task Tells_the_places_of_each_rewrite_and_no_sum_of_bytes()
    {
        var page = await Open(Reports.OfFixtures);

        var builders = page.GetByRole(AriaRole.Row).Filter(new() { Has = page.GetByRole(AriaRole.Rowheader, new() { Name = "Pooled builder" }) });
        await Expect(builders.GetByRole(AriaRole.Cell)).ToHaveTextAsync([Number(), Number()]);
        Assert.That(Reports.Written("json", Fixtures.Compiled(Shape.Release)).Split("\"methods\"")[0], Does.Not.Contain("bytesSaved"));
    }

    [Test]
    public async Task Says_once_what_weaving_does_in_an_assembly_whose_methods_the_runtime_suspends()
    {
        var page = await Open(ReportPage.Of(Reports.OfRuntimeAsync(3)));
        await Expect(page.Locator("#runtime-async p")).ToHaveTextAsync([$"First: {RuntimeAsyncLine.Of(3)}"]);

        page = await Open(ReportPage.Of(Reports.OfRuntimeAsync(0)));
        await Expect(page.Locator("#runtime-async p")).ToHaveCountAsync(0);

        page = await Open(ReportPage.Of(new ReportModel([Reports.OfRuntimeAsync(1).Assemblies[0]], Reports.OfRuntimeAsync(1).Reasons)));
        await Expect(page.Locator("#runtime-async p")).ToHaveTextAsync([RuntimeAsyncLine.Of(1)!]);
    }

    [Test]
    public async Task A_reason_sets_the_filter()
    {
        var page = await Open(Reports.OfFixtures);
        var stored = page.Locator("#reasons tr").Filter(new() { Has = page.GetByRole(AriaRole.Button, new() { Name = "stored", Exact = true }) });
        var places = await stored.Locator("td").Nth(0).TextContentAsync();
        await Expect(stored.Locator("td").Nth(1)).ToHaveTextAsync(Bytes());

        await page.GetByRole(AriaRole.Searchbox).FillAsync("nothing has this name");
        await stored.GetByRole(AriaRole.Button).ClickAsync();

        await Expect(page.GetByRole(AriaRole.Combobox, new() { Name = "Reason" })).ToHaveValueAsync("stored");
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync(new Regex($"^{places} decisions?, out of "));
        await Expect(page.GetByRole(AriaRole.Combobox, new() { Name = "Reason" })).ToBeInViewportAsync();
    }

    [Test]
    public async Task Methods_that_never_suspend_are_shown_only_when_asked_for()
    {
        var page = await Open(Reports.Written("html", Fixtures.Compile(Shape.Release, """
            using System.Threading.Tasks;
            class C
            {
                async ValueTask Suspends() => await Task.Yield();
                async ValueTask One() { }
                async ValueTask Two() { }
            }
            """)));
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("1 decision");
        await Expect(page.Locator("#reasons tr")).ToHaveCountAsync(0);

        await page.GetByRole(AriaRole.Checkbox, new() { Name = "Show 2 methods that never suspend" }).CheckAsync();
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("3 decisions");

        await page.GetByRole(AriaRole.Button, new() { Name = "Clear filters" }).ClickAsync();
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("1 decision");
        await page.GetByRole(AriaRole.Combobox, new() { Name = "Reason" }).SelectOptionAsync("never-suspends");
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("2 decisions, out of 3");
    }

    [Test]
    public async Task Advice_names_who_is_in_the_way_and_leads_there()
    {
        var page = await Open(Reports.Written("html", Fixtures.Compile(Shape.Release, """
            using System.Threading.Tasks;
            class C
            {
                ValueTask<int> _kept;
                async ValueTask<int> Read() { await Task.Yield(); return 1; }
                async ValueTask<int> Misuses() { _kept = Read(); await Task.Yield(); return await _kept; }
                bool Drops() => Misuses().IsCompleted;
            }
            """)));
        var stored = page.Locator("#advice > * > li").Filter(new() { Has = page.GetByRole(AriaRole.Heading, new() { Name = "stored" }) });
        await Expect(stored).ToContainTextAsync(OnePlace());
        await Expect(stored).ToContainTextAsync("Await it once in the calling method, or store the Task that AsTask() returns.");
        await Expect(stored.GetByRole(AriaRole.Link, new() { Name = "More about stored" }))
            .ToHaveAttributeAsync("href", "https://github.com/PooledAwait/PooledAwait.Fody/blob/main/docs/reasons.md#stored");

        await stored.GetByRole(AriaRole.Button, new() { Name = "C.Misuses()" }).ClickAsync();
        var dialog = page.GetByRole(AriaRole.Dialog, new() { Name = "C.Misuses()" });
        await Expect(dialog).ToContainTextAsync("No caller consumes the method's ValueTask");
        await dialog.GetByRole(AriaRole.Button, new() { Name = "Close" }).ClickAsync();

        var discarded = page.Locator("#advice > * > li").Filter(new() { Has = page.GetByRole(AriaRole.Heading, new() { Name = "discarded" }) });
        await Expect(discarded.GetByText("C.Drops()")).ToBeVisibleAsync();
        await Expect(discarded.GetByRole(AriaRole.Button, new() { Name = "C.Drops()" })).ToHaveCountAsync(0);
    }

    [Test]
    public async Task What_helps_can_be_copied()
    {
        var page = await Open(Reports.Large(20));
        await page.Context.GrantPermissionsAsync(["clipboard-read", "clipboard-write"]);

        await page.GetByRole(AriaRole.Button, new() { Name = "Copy MinimumStateMachineSize=\"0\"" }).ClickAsync();

        await Expect(page.Locator("#copied")).ToHaveTextAsync("Copied MinimumStateMachineSize=\"0\"");
        Assert.That(await page.EvaluateAsync<string>("navigator.clipboard.readText()"), Is.EqualTo("MinimumStateMachineSize=\"0\""));
    }

    [Test]
    public async Task What_cannot_be_copied_is_selected()
    {
        var page = await Open(Reports.Large(20));
        await page.EvaluateAsync("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }");

        await page.GetByRole(AriaRole.Button, new() { Name = "Copy MinimumStateMachineSize=\"0\"" }).ClickAsync();

        await Expect(page.Locator("#copied")).ToHaveTextAsync("Selected MinimumStateMachineSize=\"0\"");
        Assert.That(await page.EvaluateAsync<string>("getSelection().toString()"), Is.EqualTo("MinimumStateMachineSize=\"0\""));
    }

    [Test]
    public async Task Several_assemblies_are_told_apart()
    {
        var page = await Open(ReportPage.Of(new ReportModel([Assembly("net8.0"), Assembly("net10.0")], [])));

        await Expect(page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToHaveTextAsync("What PooledAwait did in 2 assemblies");
        await Expect(page.Locator("#gains > ul > li > details > summary")).ToHaveTextAsync(["App (net8.0) 1 method, 96 bytes", "App (net10.0) 1 method, 96 bytes"]);
        await page.GetByRole(AriaRole.Combobox, new() { Name = "Assembly" }).SelectOptionAsync("App (net8.0)");
        await Expect(page.Locator("#rows tr")).ToHaveCountAsync(1);
        await page.Locator("#rows button").ClickAsync();
        await Expect(page.Locator("#method-place")).ToHaveTextAsync("App (net8.0): C.cs:1");
        await Expect(page.Locator("#il")).ToBeHiddenAsync();

        static ReportedAssembly Assembly(string framework) => new("App", framework,
        [
            new ReportedMethod("C.M()", "", "C", new SourcePlace("C.cs", 1), [new ReportedDecision(Rewrite.Builders, null, "Task", null, new BytesSaved(Machine: 96))]),
        ]);
    }

    [Test]
    public async Task Lines_are_links_where_the_symbols_tell_the_address()
    {
        var linked = new SourcePlace("C.cs", 5, "https://example.org/C.cs#L5");
        var foreign = new SourcePlace("D.cs", 6, "javascript:alert(1)");
        var page = await Open(ReportPage.Of(new ReportModel(
            [new ReportedAssembly("App", null, [Method("C.A()", linked), Method("C.B()", foreign), Method("C.C()", new SourcePlace("E.cs", 7))])], [])));

        await Expect(page.Locator("#rows td:nth-child(2)")).ToHaveTextAsync(["C.cs:5", "D.cs:6", "E.cs:7"]);
        await Expect(page.Locator("#rows a")).ToHaveCountAsync(1);
        await Expect(page.GetByRole(AriaRole.Link, new() { Name = "C.cs:5" })).ToHaveAttributeAsync("href", "https://example.org/C.cs#L5");

        static ReportedMethod Method(string name, SourcePlace at) => new(name, "", "C", at, [new ReportedDecision(Rewrite.Builders, null, "Task", at)]);
    }

    private static async Task ShowAll(IPage page, string place)
    {
        // Waits, because the page creates the content only when the browser reports the opening, a moment after the click.
        var buttons = page.Locator(place).GetByRole(AriaRole.Button, new() { NameRegex = All() });
        await buttons.First.WaitForAsync();
        foreach (var button in await buttons.AllAsync())
        {
            await button.ClickAsync();
        }
    }

    [GeneratedRegex(@"^[\d,]+ methods allocate less: [\d,]+ places were changed\.$")]
    private static partial Regex Gained();

    [GeneratedRegex(@"^Recursion \d")]
    private static partial Regex Recursion();

    [GeneratedRegex(@"^[1-9][\d,]*$")]
    private static partial Regex Number();

    [GeneratedRegex(@"^\d+( to \d+)?( \(\d+ known\))?$")]
    private static partial Regex Bytes();

    [GeneratedRegex(@"1 place, \d+ bytes for each call")]
    private static partial Regex OnePlace();

    [GeneratedRegex(@"^Show all \d+$")]
    private static partial Regex All();
}
