using System.CommandLine;
using System.Globalization;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.CallTimes;

/// <summary>
/// Measures nested awaited calls in several builds: not woven, with the base library's pooling builder, and woven. On .NET 11, a further build has methods that
/// the runtime itself suspends. For each runtime, one process measures all builds in turn.
/// </summary>
internal static class CallTimesCommand
{
    private const string GlobalUsings = "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; global using System.Threading; global using System.Threading.Tasks;";

    private static readonly (string Work, string Words)[] s_works =
    [
        ("One", "one awaited call that suspends"),
        ("Ten", "a chain of ten, of one method"),
        ("TenInAContext", "the same under a SynchronizationContext"),
        ("TenMethods", "a chain of ten methods"),
        ("Fifty", "a chain of fifty"),
        ("FiveInALoop", "five awaits in a loop"),
        ("TenAtOnce", "ten that complete at once"),
        ("TenInEachOther", "ten inside each other that complete at once, without a result"),
        ("Interface", "one through an interface"),
        ("Virtual", "one virtual call"),
        ("Internal", "one through an internal interface"),
        ("Generic", "one generic call over a reference type"),
        ("Try", "one in a `try`"),
        ("Forwarded", "one that is forwarded"),
        ("Single", "one `ValueTask<int>` in flight"),
        ("TenValueTasks", "a chain of ten `ValueTask<int>`"),
        ("Exists", "one `Task<int>` that must exist"),
        ("TenValueTasksAtOnce", "ten `ValueTask<int>` that complete at once"),
        ("Stored", "one `ValueTask<int>` that is stored"),
        ("Void", "one `async void`"),
        ("BothOfTwo", "an awaited `WhenAll` of two, one of which waits"),
        ("FirstOfTwo", "an awaited `WhenAny` of two, one of which waits"),
    ];

    // Weaves all methods, however small their machines are.
    private static readonly XElement s_config = new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("Report", "None"));

    public static Command Create()
    {
        var runtime = Program.Number("--runtime", "The first number of the runtime, from 8 on; another one than this comes as a package.", Environment.Version.Major);
        var work = new Option<string>("--work")
        {
            Description = "Measures that work alone; sizes measures methods that return a task, by the size of their state machines.",
            HelpName = "name",
            DefaultValueFactory = _ => "*",
        };
        var page = new Option<bool>("--page") { Description = "Measures all works on the runtimes of .NET 11, 10, 9 and 8, for docs/measured/call-times.md." };
        var windows = Program.Number("--windows", "How often each is measured, in turns; with 0 the woven one runs for ten seconds, for a profiler.", 200);
        return Program.Printing(
            "call-times",
            "Measures calls that await others: not woven, by the base library's pooling builder, woven, and suspended by the runtime.",
            [runtime, work, windows, page],
            (parsed, text) =>
            {
                var rounds = Math.Max(0, parsed.GetRequiredValue(windows));
                if (parsed.GetRequiredValue(page))
                {
                    PrintPage(rounds, text);
                }
                else
                {
                    Run(parsed.GetRequiredValue(runtime), parsed.GetRequiredValue(work), rounds, text);
                }

                return true;
            });
    }

    private static void PrintPage(int windows, TextWriter text)
    {
        text.WriteLine("# Times of calls that await others\n");
        text.WriteLine(
            "Printed by `dotnet run -c Release --project Tests -- call-times --page --windows 100 --output docs/measured/call-times.md`. For each runtime, all builds of the same works run in turns in one process.\n" +
            "The best window of each counts, because other work on the machine can only slow it down. Times belong to the machine, and the ratios depend on it too:\n" +
            "[performance.md](../performance.md#calls-that-await-others) says more about them.");
        foreach (var version in new[] { 11, 10, 9, 8 })
        {
            text.WriteLine();
            Run(version, "*", windows, text);
        }
    }

    /// <param name="version">The runtime's major version.</param>
    /// <param name="work">
    /// The name of a measured method, or * for all methods. The name "sizes" stands for methods that return a task, with state machines of several sizes.
    /// </param>
    /// <param name="windows">How often each method is measured.</param>
    /// <param name="text">The writer to which the table is written.</param>
    private static void Run(int version, string work, int windows, TextWriter text)
    {
        using var runtime = version == Environment.Version.Major ? null : OtherRuntime.Of(version);
        var framework = runtime?.Framework ?? References.Current;
        var ofRuntime = runtime?.References ?? References.Of(framework);
        using var folder = new TemporaryFolder();
        var program = Compile("CallTimes", OutputKind.ConsoleApplication, ofRuntime, [], "Read.cs", "Program.cs");
        File.WriteAllBytes(folder.PathOf("CallTimes.dll"), program);
        string[] references = [.. ofRuntime, folder.PathOf("CallTimes.dll")];
        var plain = Compile(CompiledAssembly.Name, OutputKind.DynamicallyLinkedLibrary, references, [], "Works.cs", "Sizes.cs");
        List<(string Name, byte[] Image)> builds =
        [
            ("not woven", plain),
            ("base library pooling", Compile(CompiledAssembly.Name, OutputKind.DynamicallyLinkedLibrary, references, ["POOLING"], "Works.cs", "Sizes.cs")),
        ];
        if (version >= 11)
        {
            builds.Add(("runtime-async", Compile(CompiledAssembly.Name, OutputKind.DynamicallyLinkedLibrary, references, ["RUNTIME_ASYNC"], "Works.cs", "Sizes.cs")));
        }

        builds.Add(("woven", new WeavingRunner { References = references, Config = s_config }.Weave(new CompiledAssembly(Shape.Release with { Framework = framework }, plain, [])).Result.Image));
        string[] files = [.. builds.Select((build, number) =>
        {
            var file = folder.PathOf($"build{number}.dll");
            File.WriteAllBytes(file, build.Image);
            return file;
        })];
        File.Copy(References.Runtime(framework), folder.PathOf("PooledAwait.Runtime.dll"));
        File.WriteAllText(folder.PathOf("CallTimes.runtimeconfig.json"), $$"""
            { "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "{{runtime?.Version ?? Environment.Version.ToString()}}" }, "configProperties": { "System.GC.Concurrent": false } } }
            """);
        var (exitCode, output) = ChildProcess.Run(
            runtime?.Command ?? "dotnet", folder.FullName,
            [folder.PathOf("CallTimes.dll"), work, windows.ToString(CultureInfo.InvariantCulture), .. files]);
        if (exitCode != 0)
        {
            throw new InvalidOperationException(output);
        }

        Print([.. builds.Select(build => build.Name)], output.Split('\n', StringSplitOptions.RemoveEmptyEntries), runtime?.Version ?? Environment.Version.ToString(), windows, text);
    }

    private static void Print(string[] builds, string[] lines, string version, int windows, TextWriter text)
    {
        text.WriteLine($".NET {version}, {windows} rounds, load {Load()}\n");
        text.WriteLine($"| | not woven | {string.Join(" | ", builds.Skip(1).Select(build => $"{build} : not woven"))} | bytes: {string.Join(", ", builds)} |");
        text.WriteLine($"|---|{string.Concat(Enumerable.Repeat("---:|", builds.Length + 1))}");
        foreach (var line in lines)
        {
            var parts = line.Split(' ');
            var figures = parts.Skip(1).Select(figure => double.Parse(figure, CultureInfo.InvariantCulture)).ToList();
            var (times, bytes) = (figures.Where((_, index) => index % 2 == 0).ToList(), figures.Where((_, index) => index % 2 == 1));
            var words = s_works.SingleOrDefault(work => work.Work == parts[0]).Words ?? $"`Task<int>`, a machine of {parts[0]["Of".Length..]} bytes";
            var ratios = times.Skip(1).Select(time => (time / times[0]).ToString("F2", CultureInfo.InvariantCulture));
            text.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"| {words} | {times[0]:F1} ns | {string.Join(" | ", ratios)} | {string.Join(", ", bytes.Select(count => count.ToString("N0", CultureInfo.InvariantCulture)))} |"));
        }
    }

    private static string Load() => File.Exists("/proc/loadavg") ? File.ReadAllText("/proc/loadavg").Split(' ')[0] : "unknown";

    private static byte[] Compile(string name, OutputKind kind, IEnumerable<string> references, string[] symbols, params string[] files)
    {
        var isRuntimeAsync = symbols.Contains("RUNTIME_ASYNC");
        var options = new CSharpParseOptions(LanguageVersion.Preview, preprocessorSymbols: symbols).WithFeatures(isRuntimeAsync ? [new("runtime-async", "on")] : []);
        var compilation = CSharpCompilation.Create(
            name,
            files.Select(file => File.ReadAllText(Repository.PathOf("Tests", "CallTimes", "Program", file))).Append(GlobalUsings)
                .Select(source => CSharpSyntaxTree.ParseText(source, options, encoding: System.Text.Encoding.UTF8)),
            references.Select(References.Metadata),
            new CSharpCompilationOptions(kind, optimizationLevel: OptimizationLevel.Release, nullableContextOptions: NullableContextOptions.Enable));
        using var image = new MemoryStream();
        var result = compilation.Emit(image, options: new(debugInformationFormat: Microsoft.CodeAnalysis.Emit.DebugInformationFormat.Embedded));
        return result.Success ? image.ToArray() : throw new InvalidOperationException(string.Join('\n', result.Diagnostics));
    }
}
