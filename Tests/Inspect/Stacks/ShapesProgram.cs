using System.Text;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;

namespace Tests.Inspect.Stacks;

/// <summary>
/// Compiles, weaves and reads the program in <c>Tests/Inspect/Stacks/Shapes</c>. That program makes calls of all kinds (shapes), which never end.
/// </summary>
internal static partial class ShapesProgram
{
    private const string Name = "Shapes";

    /// <summary>The trees of calls that the tool must show on every runtime. They are the snapshot of <see cref="ShapesTests.The_trees"/>.</summary>
    public static string Trees { get; } = File.ReadAllText(Repository.PathOf("Tests", "Inspect", "Stacks", $"{nameof(ShapesTests)}.{nameof(ShapesTests.The_trees)}.verified.txt"));

    public static string RuntimeConfig(string version) =>
        $$"""{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "{{version}}" }, "rollForward": "LatestMinor" } }""";

    /// <summary>Writes the program into a folder.</summary>
    /// <returns>The assembly.</returns>
    public static string Write(ToolRun run, OptimizationLevel level, bool isWoven, int version, bool isRuntimeAsync = false)
    {
        var folder = Directory.CreateDirectory(run.PathOf("plain")).FullName;
        var assembly = Path.Combine(folder, $"{Name}.dll");
        Compile(level, assembly, version, isRuntimeAsync);
        if (isWoven)
        {
            var (exitCode, output, error) = ToolRun.Run("weave", folder, "-o", run.PathOf("woven"), "--minimum-state-machine-size", "0");
            Assert.That(exitCode, Is.Zero, output + error);
            assembly = run.PathOf("woven", $"{Name}.dll");
        }

        return assembly;
    }

    /// <summary>
    /// Returns the trees of an output. Omits the parts that may differ: the remaining time of a delay, the socket's port, and the marks of calls that are not
    /// pooled.
    /// </summary>
    public static string TreesIn(string output) => Changing().Replace(string.Join('\n', output.Split('\n').SkipWhile(line => line.Length > 0).Skip(1)), "").TrimEnd();

    /// <summary>
    /// Runs the tool repeatedly, until it shows the expected trees. By then, every call waits at its last await, so a later run of the tool would show the same
    /// trees.
    /// </summary>
    /// <returns>The output of the last run. If not every call reached its last await in time, the output has other trees.</returns>
    public static string Look(RunningProgram program, params string[] options) => RepeatedLook.Until(
        output => TreesIn(output) == Trees,
        () =>
        {
            program.Input.WriteLine("collect");
            Assert.That(program.Output.ReadLine(), Is.EqualTo("collected"));
        },
        ["stacks", $"{program.Id}", .. options]).Output;

    private static void Compile(OptimizationLevel level, string assembly, int version, bool isRuntimeAsync)
    {
        var sources = Repository.PathOf("Tests", "Inspect", "Stacks", "Shapes");
        var compilation = CSharpCompilation.Create(
            Name,
            Directory.EnumerateFiles(sources, "*.cs").Order(StringComparer.Ordinal)
                .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), isRuntimeAsync ? RuntimeAsyncProgram.Parsing : null, path: $"/Shapes/{Path.GetFileName(file)}", encoding: Encoding.UTF8)),
            References.MetadataOf("net10.0").Where(reference => !reference.Display!.EndsWith("PooledAwait.Runtime.dll", StringComparison.Ordinal)),
            new CSharpCompilationOptions(
                OutputKind.ConsoleApplication, optimizationLevel: level, deterministic: true, nullableContextOptions: NullableContextOptions.Enable,
                specificDiagnosticOptions: RuntimeAsyncProgram.Suppressed));
        var (image, symbols) = (new MemoryStream(), new MemoryStream());
        var outcome = compilation.Emit(image, symbols, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb, pdbFilePath: $"{Name}.pdb"));
        Assert.That(outcome.Success, string.Join('\n', outcome.Diagnostics));
        image.Position = symbols.Position = 0;

        // The program is compiled for .NET 10, but uses nothing that .NET 8 lacks. So only the versions of its references must be changed.
        using var module = ModuleDefinition.ReadModule(image, new ReaderParameters { ReadSymbols = true, SymbolStream = symbols, SymbolReaderProvider = new PortablePdbReaderProvider() });
        foreach (var reference in module.AssemblyReferences)
        {
            reference.Version = new Version(version, 0, 0, 0);
        }

        module.Write(assembly, new WriterParameters { WriteSymbols = true, SymbolWriterProvider = new PortablePdbWriterProvider() });
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), RuntimeConfig($"{version}.0.0"));
    }

    [GeneratedRegex(@"  \[not pooled\]| \([\d.]+ s left\)|(?<=127\.0\.0\.1:)\d+")]
    private static partial Regex Changing();
}
