using System.Runtime.InteropServices;
using Microsoft.CodeAnalysis;

namespace Tests.Inspect.Stacks.RuntimeAsync;

/// <summary>
/// Five requests of HttpClient to Kestrel hang. In .NET 10, these libraries have state machines; in .NET 11, the runtime itself suspends their methods. The
/// trees must be the same.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class HangingRequestsTests
{
    private const string Code = """
        using System;
        using System.Linq;
        using System.Net.Http;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Builder;
        using Microsoft.AspNetCore.Hosting;
        using Microsoft.AspNetCore.Hosting.Server;
        using Microsoft.AspNetCore.Hosting.Server.Features;
        using Microsoft.AspNetCore.Http;
        using Microsoft.Extensions.DependencyInjection;

        [assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

        namespace Night;

        public static class Shop
        {
            private static readonly TaskCompletionSource<string> s_never = new();

            public static async Task Main()
            {
                var builder = WebApplication.CreateEmptyBuilder(new());
                builder.Services.AddRoutingCore();
                builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
                var app = builder.Build();
                app.MapGet("/prices", Prices);
                app.MapGet("/ping", () => "pong");
                await app.StartAsync();
                var address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>().Addresses.First();

                // The first request of a program takes another way through the libraries.
                using var client = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };
                await client.GetStringAsync(address + "/ping");
                var requests = Enumerable.Range(0, 5).Select(_ => Ask(client, address)).ToList();
                Console.WriteLine("ready");
                await Task.WhenAll(requests);
            }

            private static async Task<int> Ask(HttpClient client, string address)
            {
                var answer = await client.GetStringAsync(address + "/prices");
                return answer.Length;
            }

            private static async Task<string> Prices(HttpContext context) => await Price(context.Request.Path) + "!";

            private static async ValueTask<string> Price(string name) => await s_never.Task + name;
        }
        """;

    private static readonly string[] s_calls =
    [
        "1 /Night.Shop.Main",
        "5 /Night.Shop.Main/Night.Shop.Ask",
        "5 /Night.Shop.Main/Night.Shop.Ask/System.Net.Http.HttpClient.GetStringAsyncCore",
    ];

    private readonly Lazy<IReadOnlyList<string>> _on10;
    private ToolRun _run = null!;

    public HangingRequestsTests() => _on10 = new(() => Look(10, "plain", s_calls).Live);

    [OneTimeSetUp]
    public void Compile()
    {
        _run = new ToolRun();
        Compile("plain", isRuntimeAsync: false);
        Compile("runtime-async", isRuntimeAsync: true);
        Weave("plain", "woven");
        Weave("runtime-async", "runtime-async-woven");
    }

    [OneTimeTearDown]
    public void Delete() => _run.Dispose();

    [Test]
    public void The_calls() => Assert.That(_on10.Value, Is.SupersetOf(s_calls).And.Some.Contains("Microsoft.AspNetCore.Server.Kestrel.Core").And.Some.EndsWith("/Night.Shop.Prices/Night.Shop.Price"));

    [TestCase(10, "woven")]
    [TestCase(11, "plain")]
    [TestCase(11, "woven")]
    [TestCase(11, "runtime-async")]
    [TestCase(11, "runtime-async-woven")]
    public void The_calls_are_the_same(int version, string program)
    {
        var (live, dumped) = Look(version, program, _on10.Value);
        Assert.Multiple(() =>
        {
            Assert.That(live, Is.EqualTo(_on10.Value));
            Assert.That(dumped, Is.EqualTo(live), "dumped");
            Assert.That(live, Has.None.Contains("PooledAwait."));
        });
    }

    private (IReadOnlyList<string> Live, IReadOnlyList<string> Dumped) Look(int version, string program, IEnumerable<string> expected)
    {
        using var running = RunningProgram.Start("env", "DOTNET_ROLL_FORWARD=Major", Hosts.Of(version), _run.PathOf(program, "App.dll"));
        var live = CallPaths.Until(expected, running);
        var dump = _run.PathOf($"{version}-{program}.dmp");
        var dumped = CallPaths.Of($"{running.Id}", "--dump", dump);
        File.Delete(dump);
        return (live, dumped);
    }

    private void Compile(string folder, bool isRuntimeAsync)
    {
        var framework = RuntimeEnvironment.GetRuntimeDirectory().Replace("Microsoft.NETCore.App", "Microsoft.AspNetCore.App", StringComparison.Ordinal);
        var assembly = _run.Compile(
            "App", Code, folder, OutputKind.ConsoleApplication, references: [.. Directory.EnumerateFiles(framework, "Microsoft.*.dll")], isRuntimeAsync: isRuntimeAsync);
        File.WriteAllText(
            Path.ChangeExtension(assembly, ".runtimeconfig.json"),
            """{ "runtimeOptions": { "frameworks": [ { "name": "Microsoft.NETCore.App", "version": "10.0.0" }, { "name": "Microsoft.AspNetCore.App", "version": "10.0.0" } ] } }""");
    }

    private void Weave(string from, string to)
    {
        var (exitCode, output, error) = ToolRun.Run("weave", _run.PathOf(from), "-o", _run.PathOf(to), "--minimum-state-machine-size", "0");
        Assert.That(exitCode, Is.Zero, output + error);
    }
}
