using Microsoft.CodeAnalysis;
using Mono.Cecil;
using Tests.Inspect;

namespace Tests.NewerRuntimes;

/// <summary>
/// Runs a program on .NET 11. The program and its library call each other. Neither, one or both of them are compiled for runtime async, which means that the
/// runtime itself suspends their methods. The assemblies are woven one by one, or together. The program must print the same in every case.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class MixedTests
{
    private const string NotWoven = "in";

    [TestCase(false, false)]
    [TestCase(false, true)]
    [TestCase(true, false)]
    [TestCase(true, true)]
    public void A_program_does_the_same_woven_whoever_suspends_its_methods(bool isLibraryRuntimeAsync, bool isProgramRuntimeAsync)
    {
        using var run = new ToolRun();
        var library = run.Compile("Library", Source("Library.cs"), isRuntimeAsync: isLibraryRuntimeAsync);
        var program = run.Compile("Program", Source("Program.cs"), kind: OutputKind.ConsoleApplication, references: [library], isRuntimeAsync: isProgramRuntimeAsync);
        Assert.That(HasRuntimeAsync(library), Is.EqualTo(isLibraryRuntimeAsync));
        Assert.That(HasRuntimeAsync(program), Is.EqualTo(isProgramRuntimeAsync));
        var expected = Output(run, NotWoven);
        Assert.That(expected.Split('\n'), Has.Length.GreaterThan(12));

        Assert.Multiple(() =>
        {
            Weave(run, "each");
            Assert.That(Output(run, "each"), Is.EqualTo(expected));
            Weave(run, "together", "--together");
            Assert.That(Output(run, "together"), Is.EqualTo(expected));
        });
    }

    private static string Source(string name) => "#nullable enable\n" + File.ReadAllText(Repository.PathOf("Tests", "NewerRuntimes", "Mixed", name));

    private static void Weave(ToolRun run, string folder, params string[] arguments)
    {
        var (exitCode, output, error) = ToolRun.Run(["weave", run.PathOf(NotWoven), "-o", run.PathOf(folder), .. arguments]);
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain("Library.dll").And.Contain("Program.dll"));
    }

    private static string Output(ToolRun run, string folder)
    {
        File.WriteAllText(run.PathOf(folder, "Program.runtimeconfig.json"), $$"""
            { "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "{{Environment.Version}}" } } }
            """);
        var (exitCode, output) = CoreClr11.Run(new Dictionary<string, string>(), run.PathOf(folder), run.PathOf(folder, "Program.dll"));
        Assert.That(exitCode, Is.Zero, output);
        return output;
    }

    private static bool HasRuntimeAsync(string file)
    {
        const MethodImplAttributes Async = (MethodImplAttributes)0x2000;
        using var module = ModuleDefinition.ReadModule(file);
        return module.GetTypes().SelectMany(type => type.Methods).Any(method => method.ImplAttributes.HasFlag(Async));
    }
}
