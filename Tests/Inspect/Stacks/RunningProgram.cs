using System.Diagnostics;
using System.Globalization;

namespace Tests.Inspect.Stacks;

/// <summary>
/// A program that prints when it is ready, and ends when this object is disposed. The program's parent is a shell, and not this .NET process. A .NET process
/// asks the system whether its children have ended. If this process were the parent, it would receive the reports about stopped threads, which are meant for
/// the tool.
/// </summary>
internal sealed class RunningProgram : IDisposable
{
    private readonly Process _shell;
    private readonly Process _process;

    private RunningProgram(Process shell)
    {
        _shell = shell;
        _process = Process.GetProcessById(int.Parse(Output.ReadLine()!, CultureInfo.InvariantCulture));
    }

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    /// <summary>The program's input. At the latest, the input is closed when this process ends. Then a program that reads its input ends, too.</summary>
    public StreamWriter Input => _shell.StandardInput;

    public StreamReader Output => _shell.StandardOutput;

    public static RunningProgram Start(string host, params string[] arguments)
    {
        var start = new ProcessStartInfo("sh", ["-c", """exec 3<&0; { read go; exec "$@"; } <&3 & echo $!; wait""", "sh", host, .. arguments]) { RedirectStandardOutput = true, RedirectStandardInput = true };
        var program = new RunningProgram(Process.Start(start)!);
        program.Input.WriteLine("go"); // starts the program, which must not print before the shell has printed the program's process id
        Assert.That(program.Output.ReadLine(), Is.EqualTo("ready"));
        return program;
    }

    /// <summary>Compiles a program and starts it.</summary>
    public static RunningProgram Compile(ToolRun run, string code) => Start(Dotnet.Host, Write(run, code));

    /// <summary>Compiles a program for .NET 10, and writes the runtime configuration with which it can be started.</summary>
    /// <returns>The assembly's path.</returns>
    public static string Write(ToolRun run, string code)
    {
        var assembly = run.Compile("App", code, kind: Microsoft.CodeAnalysis.OutputKind.ConsoleApplication);
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), ShapesProgram.RuntimeConfig("10.0.0"));
        return assembly;
    }

    /// <summary>Compiles a program for .NET 10, and weaves it. All its methods that can have a pooled builder get one.</summary>
    /// <returns>The woven assembly's path.</returns>
    public static string WriteWoven(ToolRun run, string code)
    {
        var assembly = Write(run, code);
        var (exitCode, output, error) = ToolRun.Run("weave", Path.GetDirectoryName(assembly)!, "-o", run.PathOf("woven"), "--minimum-state-machine-size", "0");
        Assert.That(exitCode, Is.Zero, output + error);
        return run.PathOf("woven", Path.GetFileName(assembly));
    }

    public void Dispose()
    {
        _process.Kill();
        _shell.WaitForExit();
        _process.Dispose();
        _shell.Dispose();
    }
}
