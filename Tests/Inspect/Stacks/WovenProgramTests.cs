using Microsoft.Playwright;
using Tests.Report.Page;
using static Microsoft.Playwright.Assertions;

namespace Tests.Inspect.Stacks;

/// <summary>
/// Runs the command <c>stacks</c> on a woven program whose symbols are in another folder. Tests the options for completed calls, for parameters and locals, and
/// for files.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class WovenProgramTests : PageTests
{
    private const string Program = """
        using System;
        using System.Threading.Tasks;

        [assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

        namespace Night;

        public static class Shop
        {
            private static readonly TaskCompletionSource s_tariff = new();
            private static readonly TaskCompletionSource s_never = new();

            public static void Main()
            {
                var buying = Buy("Ada", 3);
                var asked = Ask();
                s_tariff.SetResult();
                Console.WriteLine("ready");
                Console.ReadLine();
                GC.KeepAlive(buying);
            }

            private static async Task<int> Buy(string customer, int number)
            {
                var (price, discount) = (Price(number), Price(0));
                await s_never.Task;
                Console.WriteLine(customer);
                return await price - await discount;
            }

            /// <summary>The first that the base library has wait for a pooled call: the runtime tests itself.</summary>
            private static async Task<int> Ask() => await Price(1);

            private static async ValueTask<int> Price(int number)
            {
                await s_tariff.Task;
                return number;
            }
        }
        """;

    private ToolRun _run = null!;
    private RunningProgram _program = null!;

    [OneTimeSetUp]
    public void Start()
    {
        _run = new ToolRun();
        var woven = RunningProgram.WriteWoven(_run, Program);
        Directory.CreateDirectory(_run.PathOf("symbols"));
        File.Move(_run.PathOf("woven", "App.pdb"), _run.PathOf("symbols", "App.pdb"));
        _program = RunningProgram.Start(Dotnet.Host, woven);
    }

    [OneTimeTearDown]
    public void End()
    {
        _program.Dispose();
        _run.Dispose();
    }

    [Test]
    public void Methods_whose_results_nobody_has_taken_are_named_where_that_is_asked_for()
    {
        const string Head = "1 calls in flight (1 pooled), 2 completed whose result was not taken, 3 idle boxes\n\n";
        Assert.That(Run("--completed"), Does.Contain($"{Head}Completed, and nobody has taken the result:\n     2 Night.Shop.Price\n\n 1 Night.Shop.Buy "));
        Assert.That(Run(), Does.Contain($"{Head} 1 Night.Shop.Buy "));
    }

    /// <summary>
    /// The self-tests of PooledAwait.Runtime leave boxes on the heap, and no collection removes them in this program. So the tool must omit these boxes.
    /// </summary>
    [Test]
    public void Nothing_is_shown_of_the_runtime_library() =>
        Assert.That(Run("--counts"), Does.Contain("Night.Shop.Price").And.Not.Contain("PooledAwait.Runtime").And.Not.Contain("AwaitProbe").And.Not.Contain("SelfTest"));

    [Test]
    public void Symbols_are_taken_from_a_folder()
    {
        Assert.That(Run(), Does.Match(@"\n 1 Night\.Shop\.Buy IL_[0-9a-f]{4}  \[nobody awaits it\]\n"));
        Assert.That(Run("--symbols", _run.PathOf("symbols")), Does.Contain("\n 1 Night.Shop.Buy App.cs:26  [nobody awaits it]\n"));
    }

    /// <summary>
    /// For a dump of another machine, the user must name the runtime's library if this machine has no runtime of the same build
    /// (<see cref="ForeignDumpTests"/>). For this running program, the user may name the library, but need not.
    /// </summary>
    [Test]
    public void The_runtime_s_library_may_be_named()
    {
        var library = Path.Combine(System.Runtime.InteropServices.RuntimeEnvironment.GetRuntimeDirectory(), "libmscordaccore.so");
        Assert.That(Run("--dac", library), Does.Contain(" 1 Night.Shop.Buy "));
        Assert.That(ToolRun.Run("stacks", $"{_program.Id}", "--dac", "nowhere.so"), Is.EqualTo((1, "", "'nowhere.so' does not exist.\n")));
    }

    [Test]
    public void What_calls_hold_is_shown_with_a_warning()
    {
        const string Warning = "The output shows parameters and locals, which may be secrets: read it before you share it.\n";
        Assert.That(Run("--fields"), Does.Contain($"\n{Warning}\n").And.Contain("customer = \"Ada\"\n"));
        Assert.That(Run("--each"), Does.Not.Contain(Warning).And.Not.Contain("Ada"));
    }

    [Test]
    public async Task A_page_is_written_for_a_browser()
    {
        var file = _run.PathOf("calls.html");
        Assert.That(Run("-o", file, "--symbols", _run.PathOf("symbols")), Does.EndWith(" idle boxes\n\n").And.Not.Contain("Night"));
        var page = await Open(await File.ReadAllTextAsync(file));
        await Expect(page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToHaveTextAsync($"Calls in flight: Process {_program.Id} (dotnet)");
        await page.GetByRole(AriaRole.Searchbox).FillAsync("app.cs:26");
        await Expect(page.GetByRole(AriaRole.Status)).ToHaveTextAsync("1 of 1 trees");
        await page.GetByRole(AriaRole.Button, new() { Name = "Open all" }).ClickAsync();
        await Expect(page.GetByText("TaskCompletionSource")).ToBeVisibleAsync();
    }

    private string Run(params string[] options)
    {
        var (exitCode, output, error) = ToolRun.Run(["stacks", $"{_program.Id}", .. options]);
        Assert.That(exitCode, Is.Zero, error);
        return output;
    }
}
