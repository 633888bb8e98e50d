using System.Reflection;
using Tests.Weaving;

namespace Tests.RealAssemblies;

/// <summary>Lets the JIT compile an assembly in a separate process, because a defect in the assembly may end the process.</summary>
internal static class JitProcess
{
    public const string Verb = "jit";

    /// <summary>The result that the process prints.</summary>
    /// <param name="Compiled">The number of compiled methods.</param>
    /// <param name="Uninstantiated">The number of generic methods for which no type arguments were found.</param>
    /// <param name="Failures">The methods that could not be compiled, and why.</param>
    /// <param name="Crash">How the process ended; null if it printed a result.</param>
    public sealed record Answer(int Compiled, int Uninstantiated, IReadOnlyList<string> Failures, string? Crash);

    /// <param name="assembly">The file to compile.</param>
    /// <param name="first">Folders whose assemblies replace those of the running framework.</param>
    /// <param name="last">Folders with assemblies that the running framework does not have.</param>
    public static Answer Compile(string assembly, IEnumerable<string> first, IEnumerable<string> last)
    {
        var program = Assembly.GetExecutingAssembly().Location;
        var (exitCode, output) = Dotnet.TryRun(Path.GetTempPath(), [program, Verb, assembly, Join(first), Join(last)]);
        var lines = output.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
        return exitCode == 0 && lines[0].Split(' ') is [var compiled, var uninstantiated]
            ? new Answer(int.Parse(compiled), int.Parse(uninstantiated), lines[1..], null)
            : new Answer(0, 0, [], $"The process ended with {exitCode}: {output.ReplaceLineEndings(" ")}");
    }

    /// <summary>Compiles the assembly in the separate process, and prints the result.</summary>
    public static int Run(string assembly, string first, string last)
    {
        var context = new JitContext(Split(first), Split(last));
        var jit = JitCompilation.Of(context.LoadFromAssemblyPath(assembly));
        Console.WriteLine($"{jit.Compiled} {jit.Uninstantiated.Count}");
        foreach (var failure in jit.Failures)
        {
            Console.WriteLine(failure.ReplaceLineEndings(" "));
        }

        return 0;
    }

    private static string Join(IEnumerable<string> folders) => string.Join(Path.PathSeparator, folders);

    private static string[] Split(string folders) => folders.Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
}
