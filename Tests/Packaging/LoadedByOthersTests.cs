using Tests.Packaging.Install;

namespace Tests.Packaging;

/// <summary>Tests libraries that no application refers to. The compiler loads some of them, and hosts load others from their output folders.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class LoadedByOthersTests
{
    private const string Generator = """
        using System.Threading.Tasks;
        using Microsoft.CodeAnalysis;

        [Generator]
        public sealed class Numbers : IIncrementalGenerator
        {
            public void Initialize(IncrementalGeneratorInitializationContext context) => context.RegisterPostInitializationOutput(output =>
                output.AddSource("Number.cs", $"public static class Number {{ public const int Value = {SumAsync(40, 2).AsTask().Result}; }}"));

            private static async ValueTask<int> SumAsync(int a, int b) { await Task.Yield(); return a + b; }
        }
        """;

    private readonly Dictionary<string, FreshProject> _projects = [];
    private string _output = "";

    [OneTimeSetUp]
    public void BuildAll()
    {
        var folder = Packed.NewFolder();

        // The generator is compiled against the SDK's own Roslyn, because that Roslyn loads the generator. The Roslyn of a package may be newer.
        var generator = Add(FreshProject.Of(folder, "Generator").With("IsRoslynComponent", "true").Text("Numbers.cs", Generator)
            .Items("<Reference Include='$(RoslynTargetsPath)/bincore/Microsoft.CodeAnalysis.dll' Private='false' />"));
        Add(FreshProject.Of(folder, "Generated").With("OutputType", "Exe").Text("Program.cs", "System.Console.WriteLine(Number.Value);")
            .Items($"<ProjectReference Include='{generator.File}' OutputItemType='Analyzer' ReferenceOutputAssembly='false' />"));
        Library("Extended").With("EnforceExtendedAnalyzerRules", "true");
        Library("PackedItself").Items("<None Include='$(OutputPath)/$(AssemblyName).dll' Pack='true' PackagePath='analyzers/dotnet/cs' Visible='false' />");
        Library("PackedElsewhere").Items("<None Include='Gate.cs' Pack='true' PackagePath='analyzers/dotnet/cs' />");
        Library("PackedWhole").With("BuildOutputTargetFolder", "analyzers/dotnet/cs");
        Library("Referring").OtherPackage("Microsoft.CodeAnalysis.CSharp", CentralVersions.Of("Microsoft.CodeAnalysis.CSharp"), ("PrivateAssets", "all"));
        Library("Wanted").With("IsRoslynComponent", "true").With("PooledAwaitEnabled", "true");
        Library("Hidden").With("IsRoslynComponent", "true").With("PooledAwaitEnabled", "false");
        // A target adds the reference after the restore, so the referenced package need not exist.
        Library("Tasks").Text("Directory.Build.targets", """
            <Project>
              <Target Name="ReferToMSBuild" BeforeTargets="PooledAwaitRuntimeBeside">
                <ItemGroup><PackageReference Include="Microsoft.Build.Utilities.Core" /></ItemGroup>
              </Target>
            </Project>
            """);
        Library("PlugIn").With("EnableDynamicLoading", "true");
        Library("PlugInOfNet", "net10.0").With("EnableDynamicLoading", "true");
        Library("CopyingAll").With("CopyLocalLockFileAssemblies", "true");
        _output = new FreshSolution(folder, _projects.Values).Build("-c", "Release", "-v:n");

        FreshProject Library(string name, string framework = "netstandard2.0") => Add(FreshProject.Library(folder, name, framework));
    }

    [Test]
    public void None_has_a_warning() => Assert.That(_output, Does.Contain("0 Warning(s)"));

    [TestCase("Extended", "EnforceExtendedAnalyzerRules is true")]
    [TestCase("PackedItself", "it is packed under analyzers")]
    [TestCase("PackedWhole", "it is packed under analyzers")]
    [TestCase("Referring", "it refers to Microsoft.CodeAnalysis and is built for .NET Standard")]
    public void A_roslyn_component_is_left_alone_and_one_line_says_why(string name, string sign)
    {
        Assert.That(WeavingEvidence.IsWoven(_projects[name].Output("Release", "netstandard2.0")), Is.False);
        Assert.That(Told(name), Is.EqualTo((string[])
        [
            $"PooledAwait: {name} is not woven. It is a Roslyn component ({sign}), and the compiler, which loads it, would not find PooledAwait.Runtime. " +
            $"To weave it, add <PooledAwaitEnabled>true</PooledAwaitEnabled> to {name}.csproj. (<PooledAwaitEnabled>false</PooledAwaitEnabled> hides this message.)",
        ]));
    }

    [Test]
    public void A_generator_generates()
    {
        Assert.That(Told("Generator"), Has.Length.EqualTo(1));
        Assert.That(Dotnet.Run(_projects["Generated"].Folder, _projects["Generated"].Output("Release", "net10.0")).Trim(), Is.EqualTo("42"));
    }

    [TestCase("Wanted", true)]
    [TestCase("Hidden", false)]
    [TestCase("PackedElsewhere", true, Description = "What it packs under analyzers is another file.")]
    public void What_the_project_says_is_done_without_a_word(string name, bool isWoven)
    {
        Assert.That(WeavingEvidence.IsWoven(_projects[name].Output("Release", "netstandard2.0")), Is.EqualTo(isWoven));
        Assert.That(Told(name), Is.Empty);
    }

    [TestCase("Tasks", "netstandard2.0", true)]
    [TestCase("PlugIn", "netstandard2.0", true)]
    [TestCase("PlugInOfNet", "net10.0", true)]
    [TestCase("CopyingAll", "netstandard2.0", true)]
    [TestCase("Wanted", "netstandard2.0", false)]
    public void A_library_that_is_loaded_from_its_folder_has_the_runtime_there(string name, string framework, bool hasRuntime)
    {
        var library = _projects[name].Output("Release", framework);

        Assert.That(WeavingEvidence.IsWoven(library), Is.True);
        Assert.That(File.Exists(Path.Combine(Path.GetDirectoryName(library)!, "PooledAwait.Runtime.dll")), Is.EqualTo(hasRuntime));
    }

    private FreshProject Add(FreshProject project)
    {
        _projects.Add(project.Name, project.Package("PooledAwait.Fody"));
        return project;
    }

    private string[] Told(string name) =>
        [.. _output.Split('\n').Select(line => line.Trim()).Where(line => line.StartsWith($"PooledAwait: {name} is not woven.", StringComparison.Ordinal))];
}
