using System.Diagnostics;
using NUnit.Framework;

namespace Tests.Inspect.Stacks;

/// <summary>A program that says when it is ready, and is ended with this object.</summary>
internal sealed class RunningProgram : IDisposable
{
    private readonly Process _process;

    private RunningProgram(Process process) => _process = process;

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    /// <summary>Its input ends with this process at the latest, and so does a program that reads it.</summary>
    public StreamWriter Input => _process.StandardInput;

    public StreamReader Output => _process.StandardOutput;

    public static RunningProgram Start(string host, params string[] arguments)
    {
        var program = new RunningProgram(Process.Start(new ProcessStartInfo(host, arguments) { RedirectStandardOutput = true, RedirectStandardInput = true })!);
        Assert.That(program.Output.ReadLine(), Is.EqualTo("ready"));
        return program;
    }

    /// <summary>Compiles a program and starts it.</summary>
    public static RunningProgram Compile(ToolRun run, string code)
    {
        var assembly = run.Compile("App", code, kind: Microsoft.CodeAnalysis.OutputKind.ConsoleApplication);
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), ShapesProgram.RuntimeConfig("10.0.0"));
        return Start(Dotnet.Host, assembly);
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
