using System.Diagnostics;
using Microsoft.CodeAnalysis;
using PooledAwait.Inspect.Comparing;
using Tests.Inspect.Stacks;

namespace Tests.Inspect;

/// <summary>The tool inherits environment variables, and its user may have switched the diagnostics port off in them. The runtime reads two prefixes.</summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class DiagnosticPortTests
{
    private static readonly string[] s_switches = ["DOTNET_EnableDiagnostics", "DOTNET_EnableDiagnostics_IPC", "COMPlus_EnableDiagnostics", "COMPlus_EnableDiagnostics_IPC"];

    [Test]
    public void A_program_that_the_tool_starts_opens_its_port()
    {
        using var run = new ToolRun();
        var assembly = run.Compile("App", "System.Console.WriteLine(System.IO.Directory.GetFiles(System.IO.Path.GetTempPath(), \"dotnet-diagnostic-*\").Length);", kind: OutputKind.ConsoleApplication);
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), ShapesProgram.RuntimeConfig("10.0.0"));
        foreach (var name in s_switches)
        {
            Assert.That(Ports(run, assembly, name, start => { }), Is.EqualTo("0"), name);
            Assert.That(Ports(run, assembly, name, start => DiagnosticPort.Open(start, isSuspended: false)), Is.EqualTo("1"), name);
        }
    }

    private static string Ports(ToolRun run, string assembly, string name, Action<ProcessStartInfo> prepare)
    {
        var start = new ProcessStartInfo(Dotnet.Host, [assembly]) { RedirectStandardOutput = true };
        start.Environment["TMPDIR"] = Directory.CreateDirectory(run.PathOf("sockets")).FullName;
        foreach (var other in s_switches)
        {
            start.Environment.Remove(other);
        }

        start.Environment[name] = "0";
        prepare(start);
        using var program = Process.Start(start)!;
        var output = program.StandardOutput.ReadToEnd().Trim();
        program.WaitForExit();
        return output;
    }
}
