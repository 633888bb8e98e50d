using System.Diagnostics;
using System.Runtime.ExceptionServices;
using System.Text.Json;
using Tests.Fuzzing.Worlds;

namespace Tests.Fuzzing.Running;

/// <summary>
/// Runs the programs of a batch in a separate process, because a defect may end the process. The process's thread pool has only one thread, so that nothing but
/// the programs determines the order of events.
/// </summary>
internal static class RunningProcess
{
    public const string Verb = "fuzz-run";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(4);

    /// <param name="folder">The batch's folder, with its four builds.</param>
    /// <param name="programs">The programs to run, each with its name, and whether the order of its events is compared.</param>
    /// <returns>A verdict for each program.</returns>
    public static IReadOnlyList<Verdict> Run(string folder, IReadOnlyList<(string Name, bool IsOrdered)> programs)
    {
        var verdicts = new List<Verdict>();
        while (verdicts.Count < programs.Count)
        {
            var rest = programs.Skip(verdicts.Count).ToList();
            var (read, crash) = RunUntilCrash(folder, rest);
            verdicts.AddRange(read);
            if (read.Count < rest.Count)
            {
                verdicts.Add(Verdict.Of(rest[read.Count].Name, new Failure(FailureKind.Crash, crash)));
            }
        }

        return verdicts;
    }

    /// <summary>The code of the separate process. Reads the programs' names from standard input, one per line, and writes a verdict for each program.</summary>
    public static int Run(string folder)
    {
        if (!ThreadPool.SetMinThreads(1, 1) || !ThreadPool.SetMaxThreads(1, 1))
        {
            Console.Error.WriteLine("The thread pool cannot be limited to one thread.");
            return 1;
        }

        ExceptionHandling.SetUnhandledExceptionHandler(exception =>
        {
            World.Running.Trace?.Add(World.Running, "unhandled~", 0, World.Running.Describe(exception));
            return true;
        });
        var execution = new Execution(folder);
        while (Console.In.ReadLine() is { } line)
        {
            var name = line.TrimStart('!');
            Console.Out.WriteLine(JsonSerializer.Serialize(execution.Run(name, isOrdered: name == line)));
        }

        // Exits explicitly, because the thread of a program that does not end may still be running.
        Environment.Exit(0);
        return 0;
    }

    private static (IReadOnlyList<Verdict> Verdicts, string Crash) RunUntilCrash(string folder, IReadOnlyList<(string Name, bool IsOrdered)> programs)
    {
        var start = new ProcessStartInfo(Dotnet.Host, [typeof(RunningProcess).Assembly.Location, Verb, folder])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        // With one processor, the thread pool can be limited to one thread. The other settings avoid garbage collections, which would empty pools during a run.
        // They also avoid allocations by other threads.
        start.Environment["DOTNET_PROCESSOR_COUNT"] = "1";
        start.Environment["DOTNET_gcConcurrent"] = "0";
        start.Environment["DOTNET_GCgen0size"] = "0x8000000";
        start.Environment["DOTNET_TieredPGO"] = "0";
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        foreach (var (name, isOrdered) in programs)
        {
            process.StandardInput.WriteLine(isOrdered ? name : "!" + name);
        }

        process.StandardInput.Close();
        if (!process.WaitForExit(s_patience))
        {
            process.Kill();
            process.WaitForExit();
        }

        var verdicts = output.Result.Split('\n')
            .Where(line => line.StartsWith('{'))
            .Select(line => JsonSerializer.Deserialize<Verdict>(line)!)
            .ToList();
        return (verdicts, $"exit code {process.ExitCode}\n{errors.Result}");
    }
}
