using System.Diagnostics;
using System.Reflection;
using System.Runtime.Loader;
using System.Text.Json;

namespace Tests.Fuzzing.Hierarchies.Running;

/// <summary>Runs the programs of a batch in a separate process, because a defect may end the process.</summary>
internal static class HierarchyProcess
{
    public const string Verb = "hierarchies-run";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(4);

    /// <param name="folder">The batch's folder, with all builds.</param>
    /// <param name="programs">The programs to run.</param>
    /// <returns>A verdict for each program, by its name.</returns>
    public static IReadOnlyDictionary<string, HierarchyVerdict> Run(string folder, IReadOnlyList<string> programs)
    {
        var verdicts = new Dictionary<string, HierarchyVerdict>();
        while (programs.Where(program => !verdicts.ContainsKey(program)).ToList() is { Count: > 0 } rest)
        {
            var (read, end) = RunUntilCrash(folder, rest);
            foreach (var verdict in read)
            {
                verdicts.Add(verdict.Program, verdict);
            }

            if (read.Count < rest.Count)
            {
                verdicts.Add(rest[read.Count], new HierarchyVerdict(rest[read.Count], 0, $"the process ended: {end}"));
            }
        }

        return verdicts;
    }

    /// <summary>The code of the separate process. Reads the programs' names from standard input, one per line, and writes a verdict for each program.</summary>
    public static int Run(string folder)
    {
        var scripts = WovenBuild.All.Where(build => File.Exists(build.File(folder, 0))).ToDictionary(build => build, build => Load(folder, build));
        while (Console.In.ReadLine() is { } program)
        {
            var traces = scripts.Select(pair => (Build: pair.Key, Lines: Trace(pair.Value, program))).ToList();
            var different = traces.Find(one => !one.Lines.SequenceEqual(traces[0].Lines));
            var difference = different.Lines == null ? null : $"{different.Build}, {Difference(traces[0].Lines, different.Lines)}";
            Console.Out.WriteLine(JsonSerializer.Serialize(new HierarchyVerdict(program, traces.Sum(one => one.Lines.Count), difference)));
        }

        return 0;
    }

    /// <summary>Runs a program twice, so that the second run rents boxes that the first run left in the pools.</summary>
    private static List<string> Trace(Assembly script, string program)
    {
        var run = script.GetType($"{program}.Script", throwOnError: true)!.GetMethod("Run")!.CreateDelegate<Func<Task>>();
        return [.. Stage.Run(run), .. Stage.Run(run)];
    }

    private static string Difference(List<string> expected, List<string> actual)
    {
        var at = expected.Zip(actual).TakeWhile(pair => pair.First == pair.Second).Count();
        return $"line {at}\n{Excerpt("-", expected)}{Excerpt("+", actual)}";

        string Excerpt(string sign, List<string> lines) => string.Concat(lines.Skip(Math.Max(0, at - 3)).Take(6).Select(line => $"  {sign} {line}\n"));
    }

    private static Assembly Load(string folder, WovenBuild build)
    {
        var context = new AssemblyLoadContext(build.ToString());
        context.Resolving += (own, name) => Path.Combine(folder, build.ToString(), $"{name.Name}.dll") is var file && File.Exists(file) ? own.LoadFromAssemblyPath(file) : null;
        return context.LoadFromAssemblyPath(build.File(folder, Generating.HierarchyGenerator.Assemblies - 1));
    }

    private static (IReadOnlyList<HierarchyVerdict> Verdicts, string End) RunUntilCrash(string folder, IReadOnlyList<string> programs)
    {
        var start = new ProcessStartInfo(Dotnet.Host, [typeof(HierarchyProcess).Assembly.Location, Verb, folder])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // These settings save time, because most code of this process runs only a few times.
        start.Environment["DOTNET_TieredPGO"] = "0";
        start.Environment["DOTNET_TC_CallCounting"] = "0";
        start.Environment["DOTNET_EnableWriteXorExecute"] = "0";
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        try
        {
            foreach (var program in programs)
            {
                process.StandardInput.WriteLine(program);
            }

            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The process has ended. The number of verdicts that it wrote shows which program ended it.
        }

        if (!process.WaitForExit(s_patience))
        {
            process.Kill();
            process.WaitForExit();
        }

        var verdicts = output.Result.Split('\n').Where(line => line.StartsWith('{')).Select(line => JsonSerializer.Deserialize<HierarchyVerdict>(line)!).ToList();
        var said = errors.Result;
        return (verdicts, $"exit code {process.ExitCode}\n{said[..Math.Min(said.Length, 1000)]}");
    }
}

/// <summary>The result of one program's runs.</summary>
/// <param name="Program">The program's name.</param>
/// <param name="Lines">The number of lines in the traces of all runs.</param>
/// <param name="Difference">The difference between a trace and the trace of the first build; null if all traces are the same.</param>
internal sealed record HierarchyVerdict(string Program, int Lines, string? Difference);
