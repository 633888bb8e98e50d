using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using PooledAwait.Inspect.Commands;
using Tests.Compilation;

namespace Tests.Inspect;

/// <summary>Runs the tool in a folder for one test.</summary>
internal sealed class ToolRun : IDisposable
{
    /// <summary>Code with a pooled method, a method that is not pooled for some reason, and an unrelated method.</summary>
    public const string Code =
        """
        using System.Threading.Tasks;

        public class Calls
        {
            public async ValueTask<int> Pooled(int a) { await Task.Yield(); return a; }

            [PooledAwait.PooledAwaitIgnore]
            public async ValueTask Ignored() => await Task.Yield();

            public int Other(int a) => a + 1;

            public Task Logged(Task task, string name) => task.ContinueWith(t => System.Console.WriteLine(name + t.Exception));
        }
        """;

    public string Folder { get; } = Directory.CreateTempSubdirectory("PooledAwait.").FullName;

    /// <summary>Returns the assembly with an invalid opcode in place of the addition in <c>Other</c>.</summary>
    public static byte[] WithoutOpcode(byte[] image)
    {
        // Finds the body of Other: its header, and its four bytes of code.
        var other = image.AsSpan().IndexOf<byte>([0x12, 0x03, 0x17, 0x58, 0x2A]);
        var damaged = (byte[])image.Clone();
        damaged[other + 3] = 0xF0;
        return damaged;
    }

    public static (int ExitCode, string Output, string Error) Run(params string[] arguments)
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var exitCode = Tool.Run(arguments, output, error);
        return (exitCode, output.ToString(), error.ToString());
    }

    public string PathOf(params string[] parts) => Path.Combine([Folder, .. parts]);

    /// <summary>Compiles an assembly into a folder, with its symbols.</summary>
    public string Compile(
        string name, string code, string folder = "in", OutputKind kind = OutputKind.DynamicallyLinkedLibrary, string? sourceLink = null,
        OptimizationLevel level = OptimizationLevel.Release, IReadOnlyList<string>? references = null, string framework = "net10.0", bool isRuntimeAsync = false)
    {
        var path = PathOf(folder, $"{name}.dll");
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        var compilation = CSharpCompilation.Create(
            name,
            [CSharpSyntaxTree.ParseText(code, isRuntimeAsync ? RuntimeAsyncProgram.Parsing : null, path: $"/{name}.cs", encoding: System.Text.Encoding.UTF8)],
            [.. References.MetadataOf(framework), .. (references ?? []).Select(Named)],
            new CSharpCompilationOptions(kind, optimizationLevel: level, deterministic: true, specificDiagnosticOptions: RuntimeAsyncProgram.Suppressed));
        using var image = File.Create(path);
        using var symbols = File.Create(Path.ChangeExtension(path, ".pdb"));
        var options = new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb, pdbFilePath: $"{name}.pdb");
        using var map = sourceLink == null ? null : new MemoryStream(System.Text.Encoding.UTF8.GetBytes(sourceLink));
        var outcome = compilation.Emit(image, symbols, options: options, sourceLinkStream: map);
        return outcome.Success ? path : throw new InvalidOperationException(string.Join("\n", outcome.Diagnostics));
    }

    /// <summary>Returns the paths of all files in the folder, relative to the folder.</summary>
    public IReadOnlyList<string> Files(string folder = "") =>
    [
        .. Directory.GetFiles(PathOf(folder), "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(PathOf(folder), file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal),
    ];

    // Gives each reference an extern alias, because several references of a test's code may have types with the same name.
    private static PortableExecutableReference Named(string path) =>
        MetadataReference.CreateFromFile(path, MetadataReferenceProperties.Assembly.WithAliases(["global", Path.GetFileNameWithoutExtension(path).Replace('.', '_')]));

    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
