using System.Text.Json.Nodes;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Reporting.Page;

namespace Tests.Reporting.Costs;

/// <summary>The report lists what a program makes that no rewrite takes away, with method, line and bytes.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CostSearchTests
{
    private const string Source =
        """
        using System;
        using System.Threading;
        using System.Threading.Tasks;
        namespace Shop
        {
            public class Cart
            {
                private readonly CancellationTokenSource _closed = new CancellationTokenSource();
                private readonly Own.Timer _own = new Own.Timer();

                public async Task<int> LoadAsync(Task<int> data, CancellationToken cancelled)
                {
                    using var linked = CancellationTokenSource.CreateLinkedTokenSource(cancelled, _closed.Token);
                    linked.CancelAfter(1000);
                    await Task.Delay(10, linked.Token);
                    return await data.WaitAsync(TimeSpan.FromSeconds(1));
                }

                public void Watch(CancellationToken cancelled)
                {
                    Action add = () => cancelled.Register(() => _closed.Cancel());
                    add();
                    Local();
                    void Local() => new TaskCompletionSource<string>().TrySetCanceled(cancelled);
                }

                public void Pure() => _closed.Cancel();
            }
        }
        namespace Own { public class Timer { public static Task Delay(int time) => Task.CompletedTask; } }
        """;

    private static readonly Shape[] s_shapes = [Shape.Release, Shape.Debug];

    [TestCaseSource(nameof(s_shapes))]
    public void Finds_each_call_by_method_and_line(Shape shape)
    {
        var report = JsonNode.Parse(Reports.Written("json", Fixtures.Compile(shape, Source)))!;

        Assert.That(new JsonSchema(JsonNode.Parse(File.ReadAllText(Repository.PathOf("docs", "report.schema.json")))!).Errors(report), Is.Empty);
        Assert.That(
            from method in report["assemblies"]![0]!["costs"]!.AsArray()
            from call in method!["calls"]!.AsArray()
            select $"{method["name"]} {method["type"]}:{call!["line"]} {call["cost"]} {call["what"]}",
            Is.EqualTo(new[]
            {
                "Shop.Cart..ctor() Cart:8 cancellation-source new CancellationTokenSource()",
                "Shop.Cart.LoadAsync(Task<int>, CancellationToken) Cart:13 linked-source CancellationTokenSource.CreateLinkedTokenSource(CancellationToken, CancellationToken)",
                "Shop.Cart.LoadAsync(Task<int>, CancellationToken) Cart:14 timeout CancellationTokenSource.CancelAfter(int)",
                "Shop.Cart.LoadAsync(Task<int>, CancellationToken) Cart:15 delay Task.Delay(int, CancellationToken)",
                "Shop.Cart.LoadAsync(Task<int>, CancellationToken) Cart:16 wait-with-timeout Task<int>.WaitAsync(TimeSpan)",
                "Shop.Cart.Watch(CancellationToken) (lambda) Cart:21 registration CancellationToken.Register(Action)",
                "Shop.Cart.Watch(CancellationToken) (local function Local) Cart:24 completion-source new TaskCompletionSource<string>()",
            }));
        Assert.That(
            report["costs"]!.AsArray().Select(kind => $"{kind!["id"]} {kind["count"]}"),
            Is.EqualTo(new[] { "cancellation-source 1", "completion-source 1", "delay 1", "linked-source 1", "registration 1", "timeout 1", "wait-with-timeout 1" }));
    }

    [Test]
    public void The_text_has_what_people_do_instead() => Assert.That(
        Reports.Written("txt", Fixtures.Compile(Shape.Release, Source)),
        Does.Contain(
            """

            Beyond weaving, timeout: 1
            It cancels a CancellationTokenSource after a time. The source creates a timer for that, once. Keep the source: after TryReset, CancelAfter uses the same timer again. If timeouts need not be exact, one timer can watch all waiting calls.
              Shop.Cart.LoadAsync(Task<int>, CancellationToken) in source.cs:14
                  CancellationTokenSource.CancelAfter(int): 0 to 96 bytes for each call

            """));

    /// <summary>Of a slot that another assembly defines, on objects that may be of the program's class; a class of another assembly that none of the program's inherits from is no such object.</summary>
    [Test]
    public void Finds_awaited_calls_of_methods_of_others_that_the_program_overrides()
    {
        var report = JsonNode.Parse(Reports.Written("json", Fixtures.Compile(Shape.Release,
            """
            using System;
            using System.IO;
            using System.Threading;
            using System.Threading.Tasks;
            public abstract class Wire : Stream
            {
                public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancelled) { await Task.Yield(); return 0; }
                public override Task FlushAsync(CancellationToken cancelled) => Task.CompletedTask;
            }
            public abstract class Line : Wire { }
            public static class Calls
            {
                public static async Task<int> Any(Stream stream, byte[] buffer) => await stream.ReadAsync(buffer, 0, 1, default);
                public static async Task<int> Own(Line line, byte[] buffer) => await line.ReadAsync(buffer, 0, 1, default).ConfigureAwait(false);
                public static async Task<int> Other(FileStream file, byte[] buffer) => await file.ReadAsync(buffer, 0, 1, default);
                public static async Task<int> Memory(Stream stream, byte[] buffer) => await stream.ReadAsync(buffer.AsMemory());
                public static async Task NotAsync(Stream stream) => await stream.FlushAsync(default);
                public static Task<int> NotAwaited(Stream stream, byte[] buffer) => stream.ReadAsync(buffer, 0, 1, default);
                public static async Task<int> Kept(Stream stream, byte[] buffer) { var read = stream.ReadAsync(buffer, 0, 1, default); await Task.WhenAll(read); return read.Result; }
            }
            """)))!;

        Assert.That(
            from method in report["assemblies"]![0]!["costs"]!.AsArray()
            from call in method!["calls"]!.AsArray()
            select $"{method["name"]}:{call!["line"]} {call["cost"]} {call["what"]} {call["least"]} {call["most"]}",
            Is.EqualTo(new[]
            {
                "Calls.Any(Stream, byte[]):13 override Stream.ReadAsync(byte[], int, int, CancellationToken) 0 72",
                "Calls.Own(Line, byte[]):14 override Stream.ReadAsync(byte[], int, int, CancellationToken) 0 72",
            }));
    }

    [Test]
    public void A_report_of_a_program_without_any_says_nothing_of_them()
    {
        var report = Reports.Written("json", Fixtures.Compile(Shape.Release, "class C { async System.Threading.Tasks.ValueTask M() => await System.Threading.Tasks.Task.Yield(); }"));

        Assert.That(report, Does.Not.Contain("costs"));
    }
}
