using System.Globalization;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;
using Tests.NewerRuntimes;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>
/// Measures how much stack nested calls need if each call awaits the next. Some figures are for the start of the calls, and others for the completion of the
/// innermost call, when its callers resume inside each other. Separate programs compare the addresses of a local variable at the end of call chains of
/// different lengths, so the figures are exact for one version of the JIT. The tests assert ratios of these figures. In a further test, a caller that resumes
/// deep in the stack makes calls that complete at once.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public class StackTests
{
    private const string Unoptimised = "unoptimised";
    private const string Optimised = "optimised";

    private const string Source =
        """
        using System;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Tasks;

        internal interface ILevel
        {
            Task<int> DownAsync(int levels);

            Task<int> WaitAsync(int levels);
        }

        internal sealed class Level : ILevel
        {
            private readonly ILevel _next;

            public Level() => _next = this;

            public async Task<int> DownAsync(int levels) => levels == 0 ? Program.Mark() : await _next.DownAsync(levels - 1) + 1;

            public async Task<int> WaitAsync(int levels) => levels == 0 ? await Program.End.Task : await _next.WaitAsync(levels - 1) + 1;
        }

        internal sealed class Instance
        {
            public async Task<int> DownAsync(int levels) => levels == 0 ? Program.Mark() : await DownAsync(levels - 1) + 1;
        }

        internal static class Program
        {
            private const int Few = 20;
            private const int Many = 60;

            private static long s_deepest;

            public static TaskCompletionSource<int> End = new();

            private static int Main(string[] arguments)
            {
                var main = new Thread(arguments is [] ? Measure : Nest, arguments is [] ? 4 * 1024 * 1024 : int.Parse(arguments[0]));
                main.Start();
                main.Join();
                return 0;
            }

            [MethodImpl(MethodImplOptions.NoInlining)]
            public static unsafe int Mark()
            {
                byte here;
                s_deepest = (long)&here;
                return 1;
            }

            private static void Measure()
            {
                Print("starting Task", levels => WithoutResult(levels));
                Print("starting Task<int>", levels => Plain(levels));
                Print("starting configured", levels => Configured(levels));
                Print("starting interface", levels => new Level().DownAsync(levels));
                Print("starting ValueTask", levels => Value(levels).AsTask());
                Print("starting instance", levels => new Instance().DownAsync(levels));
                Print("starting forwarder", levels => Forwarded(levels));
                Print("starting 16 bytes", levels => Two(levels));
                Print("starting 32 bytes", levels => Four(levels));
                Print("completing Task", levels => Completed(PlainWait(levels)));
                Print("completing configured", levels => Completed(ConfiguredWait(levels)));
                Print("completing interface", levels => Completed(new Level().WaitAsync(levels)));
                Print("completing ValueTask", levels => Completed(ValueWait(levels).AsTask()));
            }

            private static void Print(string what, Func<int, Task> run)
            {
                Depth(run, Few); // what is loaded or initialised at the first call is no part of it
                var few = Depth(run, Few);
                Console.WriteLine($"{what}: {(few - Depth(run, Many)) / (Many - Few)}");
            }

            private static long Depth(Func<int, Task> run, int levels)
            {
                s_deepest = 0;
                run(levels).Wait();
                return s_deepest;
            }

            private static Task Completed(Task<int> chain)
            {
                var marked = Marked(chain);
                var end = End;
                End = new();
                end.SetResult(1);
                return marked;
            }

            private static async Task Marked(Task<int> chain)
            {
                await chain;
                Mark();
            }

            private static async Task WithoutResult(int levels)
            {
                if (levels == 0)
                {
                    Mark();
                }
                else
                {
                    await WithoutResult(levels - 1);
                }
            }

            private static async Task<int> Plain(int levels) => levels == 0 ? Mark() : await Plain(levels - 1) + 1;

            private static async Task<int> Configured(int levels) => levels == 0 ? Mark() : await Configured(levels - 1).ConfigureAwait(false) + 1;

            private static async ValueTask<int> Value(int levels) => levels == 0 ? Mark() : await Value(levels - 1) + 1;

            private static async Task<int> Forwarded(int levels) => levels == 0 ? Mark() : await Forward(levels - 1) + 1;

            private static Task<int> Forward(int levels) => Forwarded(levels);

            private static async Task<(long, long)> Two(int levels) => levels == 0 ? (Mark(), 0) : await Two(levels - 1);

            private static async Task<(long, long, long, long)> Four(int levels) => levels == 0 ? (Mark(), 0, 0, 0) : await Four(levels - 1);

            private static async Task<int> PlainWait(int levels) => levels == 0 ? await End.Task : await PlainWait(levels - 1) + 1;

            private static async Task<int> ConfiguredWait(int levels) =>
                levels == 0 ? await End.Task.ConfigureAwait(false) : await ConfiguredWait(levels - 1).ConfigureAwait(false) + 1;

            private static async ValueTask<int> ValueWait(int levels) => levels == 0 ? await End.Task : await ValueWait(levels - 1) + 1;

            /// <summary>Calls that complete at once, started where a chain of others has just gone on in place.</summary>
            private static void Nest()
            {
                var all = NestedAsync();
                End.SetResult(1);
                Console.WriteLine(all.Result);
            }

            private static async Task<int> NestedAsync() => await PlainWait(300) + await Plain(2000);
        }
        """;

    private static readonly Lazy<CompiledAssembly> s_program = new(() => CompiledProgram.Compile(CSharpParseOptions.Default, [], Source));

    private static readonly Lazy<CompiledAssembly> s_woven = new(() => new WeavingRunner().Weave(s_program.Value).Result);

    private static readonly Dictionary<string, Dictionary<string, string>> s_variables = new()
    {
        // Measures the unoptimised code of a method's first calls. The threshold prevents the JIT from compiling a method again during the measurement.
        [Unoptimised] = new() { ["DOTNET_TieredCompilation"] = "1", ["DOTNET_TC_CallCountThreshold"] = "F4240" },
        [Optimised] = new() { ["DOTNET_TieredCompilation"] = "0" },
    };

    private static readonly Dictionary<string, Lazy<Dictionary<string, int>>> s_before = Measured(s_program);

    private static readonly Dictionary<string, Lazy<Dictionary<string, int>>> s_after = Measured(s_woven);

    // docs/direct-awaits.md explains the ratios above 1.0.
    [TestCase("starting Task", Unoptimised, 1.36)]
    [TestCase("starting Task", Optimised, 1.0)]
    [TestCase("starting Task<int>", Unoptimised, 1.36)]
    [TestCase("starting Task<int>", Optimised, 1.0)]
    [TestCase("starting configured", Unoptimised, 1.05)]
    [TestCase("starting configured", Optimised, 1.0)]
    [TestCase("starting interface", Unoptimised, 1.24)]
    [TestCase("starting interface", Optimised, 1.19)]
    [TestCase("starting ValueTask", Unoptimised, 1.0)]
    [TestCase("starting ValueTask", Optimised, 1.07)]
    [TestCase("starting instance", Unoptimised, 1.24)]
    [TestCase("starting instance", Optimised, 1.1)]
    [TestCase("starting forwarder", Unoptimised, 1.38)]
    [TestCase("starting forwarder", Optimised, 1.0)]
    [TestCase("starting 16 bytes", Unoptimised, 1.56)]
    [TestCase("starting 16 bytes", Optimised, 1.62)]
    [TestCase("starting 32 bytes", Unoptimised, 1.6)]
    [TestCase("starting 32 bytes", Optimised, 2.7)]
    [TestCase("completing Task", Unoptimised, 0)]
    [TestCase("completing Task", Optimised, 0)]
    [TestCase("completing configured", Unoptimised, 0)]
    [TestCase("completing configured", Optimised, 0)]
    [TestCase("completing interface", Unoptimised, 0)]
    [TestCase("completing interface", Optimised, 0)]
    [TestCase("completing ValueTask", Unoptimised, 0)]
    [TestCase("completing ValueTask", Optimised, 0)]
    public void A_level_takes_little_more_stack_than_before(string what, string code, double atMost)
    {
        var (before, woven) = (s_before[code].Value[what], s_after[code].Value[what]);
        TestContext.Out.WriteLine($"{what}, {code}: {before} B a level not woven, {woven} B woven");
        Assert.That(before, Is.GreaterThan(100));
        Assert.That((double)woven / before, Is.LessThanOrEqualTo(atMost));
    }

    // docs/direct-awaits.md has these figures.
    [TestCase("starting Task<int>", 1.1)]
    [TestCase("starting configured", 1.19)]
    [TestCase("starting interface", 1.28)]
    [TestCase("completing Task", 0)]
    [TestCase("completing interface", 0)]
    [Thorough]
    public void On_NET_11_a_level_of_optimised_code_takes_little_more_stack_than_before(string what, double atMost)
    {
        var (before, woven) = (On11(s_program)[what], On11(s_woven)[what]);
        TestContext.Out.WriteLine($"{what}: {before} B a level not woven, {woven} B woven");
        Assert.That(before, Is.GreaterThan(100));
        Assert.That((double)woven / before, Is.LessThanOrEqualTo(atMost));
    }

    [Test]
    public void Two_thousand_calls_that_complete_at_once_inside_a_deep_completion_fit_where_they_did_before([Values(Unoptimised, Optimised)] string code)
    {
        foreach (var program in new[] { s_program, s_woven })
        {
            Assert.That(CompiledProgram.Run(program.Value, s_variables[code], $"{800 * 1024}").Trim(), Is.EqualTo("2302"));
        }
    }

    private static Dictionary<string, int> On11(Lazy<CompiledAssembly> program) => Levels(
        CompiledProgram.Run(CoreClr11.Host, program.Value, new Dictionary<string, string>(CoreClr11.Variables.Concat(s_variables[Optimised]))));

    /// <summary>Measures the stack bytes of one level of calls, for unoptimised and for optimised code.</summary>
    private static Dictionary<string, Lazy<Dictionary<string, int>>> Measured(Lazy<CompiledAssembly> program) =>
        s_variables.ToDictionary(code => code.Key, code => new Lazy<Dictionary<string, int>>(() => Levels(CompiledProgram.Run(program.Value, code.Value))));

    private static Dictionary<string, int> Levels(string output) => output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Select(line => line.Split(": "))
        .ToDictionary(parts => parts[0], parts => int.Parse(parts[1], CultureInfo.InvariantCulture));
}
