using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests.NewerRuntimes;

/// <summary>Compiles a program that runs scenarios, and reads the program's output. The tests run the program on several runtimes.</summary>
internal static class ScenarioProgram
{
    public const string Name = "ScenarioProgram";

    /// <summary>The last line of the output.</summary>
    public const string End = "end";

    private const string GlobalUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    /// <summary>The lines that the program prints about PooledAwait.Runtime's implementations, if PooledAwait.Runtime needs no fallback.</summary>
    public static readonly IReadOnlyList<string> AllWays =
    [
        "BaseLibraryBox.CanBeMade: True",
        "BaseLibraryAwait.IsSupported: True",
        "BaseLibraryContinuation.IsSupported: True",
        "TaskContinuations.IsSupported: True",
        "ValueTaskSource.IsKnown: True",
        "who waits for a task: RecognisedValueTaskBox`2",
        "a box serves a second call: True",
    ];

    /// <summary>
    /// The lines that the program prints in place of <see cref="AllWays"/> if our boxes lack a member of the base library's interface for boxes.
    /// </summary>
    public static readonly IReadOnlyList<string> WaysWithoutBoxes =
    [
        "BaseLibraryBox.CanBeMade: False",
        "BaseLibraryAwait.IsSupported: False",
        "BaseLibraryContinuation.IsSupported: False",
        "TaskContinuations.IsSupported: True",
        "ValueTaskSource.IsKnown: True",
        "who waits for a task: Action",
        "a box serves a second call: True",
    ];

    /// <param name="images">The assemblies with the scenarios.</param>
    /// <param name="runs">The runs, in their order.</param>
    /// <param name="framework">The framework to compile for. For netstandard2.0, the program does not print the implementations.</param>
    public static byte[] Compile(IEnumerable<ScenarioImages> images, IEnumerable<ScenarioRun> runs, string framework = References.Current)
    {
        var options = new CSharpParseOptions(LanguageVersion.Latest, preprocessorSymbols: framework == "netstandard2.0" ? [] : ["NET"]);
        var compilation = CSharpCompilation.Create(
            Name,
            [
                CSharpSyntaxTree.ParseText(File.ReadAllText(Repository.PathOf("Tests", "NewerRuntimes", "Program", "Program.cs")), options),
                CSharpSyntaxTree.ParseText(File.ReadAllText(Repository.PathOf("AssemblyToProcess", "Support", "OwnThread.cs")), options),
                CSharpSyntaxTree.ParseText(GlobalUsings, options),
            ],
            References.MetadataOf(framework),
            new CSharpCompilationOptions(OutputKind.ConsoleApplication, optimizationLevel: OptimizationLevel.Release, nullableContextOptions: NullableContextOptions.Enable));
        using var image = new MemoryStream();
        var result = compilation.Emit(
            image,
            manifestResources:
            [
                .. images.SelectMany(image => (ResourceDescription[])[Resource(image.Name, image.NotWoven), Resource($"{image.Name}-woven", image.Woven)]),
                Resource("list", Encoding.UTF8.GetBytes(string.Join('\n', runs))),
            ]);
        Assert.That(result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error), Is.Empty);
        return image.ToArray();
    }

    /// <summary>Returns the printed lines about implementations, which come after the name of the runtime.</summary>
    public static IReadOnlyList<string> Ways(IReadOnlyList<string> lines) => [.. lines.Skip(1).Take(AllWays.Count)];

    /// <summary>Returns the observations, in the order of the runs.</summary>
    public static IReadOnlyList<Observation> Observed(IReadOnlyList<string> lines, IEnumerable<ScenarioRun> runs)
    {
        var at = lines.ToList().FindIndex(line => line.StartsWith("run ", StringComparison.Ordinal));
        return
        [
            .. runs.Select(run =>
            {
                Assert.That(lines[at], Is.EqualTo($"run {run}"));
                return new Observation(run, lines[at + 1], lines[(at += 3) - 1]);
            }),
        ];
    }

    private static ResourceDescription Resource(string name, byte[] content) => new(name, () => new MemoryStream(content), isPublic: true);
}
