using Microsoft.CodeAnalysis;
using Tests.Compilation;

namespace Tests.Inspect.Stacks.RuntimeAsync;

/// <summary>Pooled calls, calls of the default builder, and calls that the runtime itself suspends await each other. All of them are in one tree.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class MixedProgramTests
{
    private const string Code = """
        using System;
        using System.Collections.Generic;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Tasks;

        [assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

        namespace Mixed
        {
            /// <summary>The compiler makes state machines of the methods whose names end with Machine.</summary>
            public static class App
            {
                private static readonly TaskCompletionSource<int> s_never = new();
                private static readonly List<Task> s_calls = [];

                public static void Main()
                {
                    s_calls.Add(Outer());
                    s_calls.Add(OuterMachine());
                    s_calls.Add(Early(s_never.Task));
                    for (var i = 0; i < 20; i++)
                    {
                        for (var j = 0; j < 200; j++)
                        {
                            var ended = new TaskCompletionSource<int>();
                            var call = Early(ended.Task);
                            ended.SetResult(1);
                            call.Wait();
                        }

                        Thread.Sleep(50);
                    }

                    s_calls.Add(Early(s_never.Task));
                    s_calls.Add(Runs());
                    Thread.Sleep(300);
                    Console.WriteLine("ready");
                    Console.ReadLine();
                }

                private static async Task<int> Outer()
                {
                    return await MiddleMachine(1) + 1;
                }

                [RuntimeAsyncMethodGeneration(false)]
                private static async ValueTask<int> MiddleMachine(int add)
                {
                    return await Inner(add) + add;
                }

                private static async Task<int> Inner(int add)
                {
                    return await LastMachine(add).ConfigureAwait(false) + add;
                }

                [RuntimeAsyncMethodGeneration(false)]
                private static async Task<int> LastMachine(int add)
                {
                    return await s_never.Task + add;
                }

                [RuntimeAsyncMethodGeneration(false)]
                private static async Task<int> OuterMachine()
                {
                    var calls = new[] { Generic<string>.Value("a", s_never.Task).AsTask(), Forward(2) };
                    await Task.WhenAll(calls);
                    return calls.Length;
                }

                private static Task<int> Forward(int add) => Inner(add);

                /// <summary>Suspends in code that is not optimised yet, and later in optimised code.</summary>
                private static async Task<int> Early(Task<int> task)
                {
                    var sum = 1;
                    sum += await task;
                    return sum;
                }

                private static async Task Runs()
                {
                    await Task.Yield();
                    await RunsNow();
                }

                private static async Task RunsNow()
                {
                    await Task.Yield();
                    Thread.Sleep(Timeout.Infinite);
                }
            }

            public static class Generic<T>
            {
                public static async ValueTask<U> Value<U>(T first, Task<U> task)
                {
                    Func<Task<U>> last = async () => await task;
                    return await last();
                }
            }
        }

        """;

    private static readonly string[] s_paths =
    [
        "1 /Mixed.App.Outer",
        "1 /Mixed.App.Outer/Mixed.App.MiddleMachine",
        "1 /Mixed.App.Outer/Mixed.App.MiddleMachine/Mixed.App.Inner",
        "1 /Mixed.App.Outer/Mixed.App.MiddleMachine/Mixed.App.Inner/Mixed.App.LastMachine",
        "1 /Mixed.App.OuterMachine",
        "1 /Mixed.App.OuterMachine/Mixed.Generic.Value",
        "1 /Mixed.App.OuterMachine/Mixed.Generic.Value/Mixed.Generic.Value.lambda",
        "1 /Mixed.App.OuterMachine/Mixed.App.Inner",
        "1 /Mixed.App.OuterMachine/Mixed.App.Inner/Mixed.App.LastMachine",
        "2 /Mixed.App.Early",
        "1 /Mixed.App.Runs",
        "1 /Mixed.App.Runs/Mixed.App.RunsNow",
    ];

    private ToolRun _run = null!;

    [OneTimeSetUp]
    public void Compile()
    {
        _run = new ToolRun();
        var assembly = _run.Compile("App", $"{Code}\n{RuntimeAsyncProgram.Attribute}", "plain", OutputKind.ConsoleApplication, isRuntimeAsync: true);
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), ShapesProgram.RuntimeConfig("11.0.0"));
        var (exitCode, output, error) = ToolRun.Run("weave", _run.PathOf("plain"), "-o", _run.PathOf("woven"), "--minimum-state-machine-size", "0");
        Assert.That(exitCode, Is.Zero, output + error);
    }

    [OneTimeTearDown]
    public void Delete() => _run.Dispose();

    [TestCase("plain")]
    [TestCase("woven")]
    public void The_calls_are_in_one_tree(string folder)
    {
        using var program = RunningProgram.Start(Hosts.Of(11), _run.PathOf(folder, "App.dll"));
        var dump = _run.PathOf($"{folder}.dmp");

        Assert.Multiple(() =>
        {
            Assert.That(CallPaths.Until(s_paths, program), Is.EquivalentTo(s_paths));
            Assert.That(CallPaths.Of($"{program.Id}", "--dump", dump), Is.EquivalentTo(s_paths), "dumped");
        });
    }

    /// <summary>
    /// Each row shows the calls at one source line. So calls that wait at the same line share a row, even if one of the calls runs code that was optimised
    /// later.
    /// </summary>
    [Test]
    public void Each_call_that_waits_has_the_line_of_its_await()
    {
        using var program = RunningProgram.Start(Hosts.Of(11), _run.PathOf("woven", "App.dll"));
        CallPaths.Until(s_paths, program);
        var places = CallPaths.PlacesIn($"{program.Id}");

        Assert.That(places.Where(place => place.Method != "Mixed.App.RunsNow").Select(place => (place.Method, LineOf(place.Place))), Is.EquivalentTo(
        [
            ("Mixed.App.Outer", "return await MiddleMachine(1) + 1;"),
            ("Mixed.App.MiddleMachine", "return await Inner(add) + add;"),
            ("Mixed.App.Inner", "return await LastMachine(add).ConfigureAwait(false) + add;"),
            ("Mixed.App.LastMachine", "return await s_never.Task + add;"),
            ("Mixed.App.OuterMachine", "await Task.WhenAll(calls);"),
            ("Mixed.Generic.Value", "return await last();"),
            ("Mixed.Generic.Value.lambda", "Func<Task<U>> last = async () => await task;"),
            ("Mixed.App.Early", "sum += await task;"),
            ("Mixed.App.Runs", "await RunsNow();"),
        ]));
    }

    [Test]
    public void A_call_whose_thread_waits_says_so()
    {
        using var program = RunningProgram.Start(Hosts.Of(11), _run.PathOf("plain", "App.dll"));
        CallPaths.Until(s_paths, program);
        var (_, output, _) = ToolRun.Run("stacks", $"{program.Id}", "--method", "Mixed.App.RunsNow");

        Assert.That(output, Does.Contain("Thread.Sleep"));
    }

    private static string LineOf(string place) => Code.Split('\n')[int.Parse(place.Split(':')[1]) - 1].Trim();
}
