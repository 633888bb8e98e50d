using System.Reflection.PortableExecutable;

namespace Tests.Packaging;

/// <summary>
/// Builds a program with embedded symbols and a signed library as a build server does, in two folders whose names differ in length. Publishing then weaves the
/// two assemblies as one program. In a third folder, nothing is woven.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class SameBytesTests
{
    private const string Program = "Program";
    private const string Signed = "Signed";

    private string _first = "";
    private string _second = "";
    private string _notWoven = "";

    [OneTimeSetUp]
    public void PublishAll()
    {
        var folder = Packed.NewFolder();
        File.Copy(Repository.PathOf("PooledAwait.Runtime", "PooledAwait.snk"), Path.Combine(folder, "key.snk"));
        _first = Publish(Path.Combine(folder, "a"), "true");
        _second = Publish(Path.Combine(folder, "another folder"), "true");
        _notWoven = Publish(Path.Combine(folder, "not woven"), "false");
    }

    [Test]
    public void Are_in_all_that_is_built_and_published()
    {
        var files = Files(_first);
        Assert.That(files, Is.EqualTo(Files(_second)));
        Assert.That(files, Does.Contain(Path.Combine(Program, "bin", "Release", "net10.0", "Signed.pdb")).And.Contain(Path.Combine(Program, "bin", "Release", "net10.0", "publish", "Signed.dll")));
        Assert.Multiple(() =>
        {
            foreach (var file in files)
            {
                Assert.That(File.ReadAllBytes(Path.Combine(_second, file)).SequenceEqual(File.ReadAllBytes(Path.Combine(_first, file))), file);
            }
        });
    }

    [TestCase("Program.dll", "^Program.pdb$")]
    [TestCase("Signed.dll", "^/_1?/.*/Signed.pdb$")]
    public void Name_the_symbols_as_the_compiler_does(string file, string path)
    {
        var expected = SymbolPath(Output(_notWoven, file));
        Assert.Multiple(() =>
        {
            Assert.That(WeavingEvidence.IsWoven(Output(_first, file)) && !WeavingEvidence.IsWoven(Output(_notWoven, file)));
            Assert.That(expected, Does.Match(path));
            Assert.That(SymbolPath(Output(_first, file)), Is.EqualTo(expected), "built");
            Assert.That(SymbolPath(Output(_first, file, "publish")), Is.EqualTo(expected), "published");
        });
    }

    [Test]
    public void Show_nothing_of_the_folder()
    {
        foreach (var file in Files(_second))
        {
            Assert.That(File.ReadAllBytes(Path.Combine(_second, file)).AsSpan().IndexOf("another folder"u8), Is.Negative, file);
        }
    }

    [Test]
    public void Keep_the_signature_that_is_made_of_them() =>
        Assert.That(StrongName.Of(Output(_first, "Signed.dll")), Has.Property(nameof(StrongName.IsSigned)).True);

    [TestCase("")]
    [TestCase("publish")]
    public void Have_their_symbols_found_at_run_time(string published)
    {
        var output = Dotnet.Run(_first, Output(_first, "Program.dll", published));
        Assert.That(output, Does.Match(@"Program\.cs:line 7\b").And.Match(@"Work\.cs:line 12\b"));
    }

    private static string Publish(string folder, string isWoven)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, "Directory.Build.props"), $"""
            <Project>
              <PropertyGroup>
                <ContinuousIntegrationBuild>true</ContinuousIntegrationBuild>
                <PooledAwaitEnabled>{isWoven}</PooledAwaitEnabled>
              </PropertyGroup>
              <ItemGroup>
                <SourceRoot Include="$(MSBuildThisFileDirectory)" />
              </ItemGroup>
            </Project>
            """);
        var signed = FreshProject.Of(folder, Signed).Woven()
            .With("SignAssembly", "true").With("AssemblyOriginatorKeyFile", "../../key.snk")
            .Text("Work.cs", """
                using System.Threading.Tasks;

                namespace Signed;

                public static class Work
                {
                    public static async Task<int> RunAsync(int start) => start + await FailAsync();

                    private static async Task<int> FailAsync()
                    {
                        await Task.Yield();
                        throw new System.InvalidOperationException("As expected.");
                    }
                }
                """);
        var program = FreshProject.Of(folder, Program).Woven().Project(signed)
            .With("OutputType", "Exe").With("DebugType", "embedded").With("PooledAwaitPublish", "App")
            .Text("Program.cs", """
                try
                {
                    await RunAsync();
                }
                catch (System.InvalidOperationException exception) { System.Console.WriteLine(exception); }

                static async System.Threading.Tasks.Task<int> RunAsync() => 1 + await Signed.Work.RunAsync(1);
                """);
        Dotnet.Run(program.Folder, "publish", "-c", "Release");
        return folder;
    }

    private static string[] Files(string folder) =>
    [
        .. ((string[])[Program, Signed]).SelectMany(project => Directory.EnumerateFiles(Path.Combine(folder, project, "bin"), "*", SearchOption.AllDirectories))
            .Where(file => Path.GetExtension(file) is ".dll" or ".pdb").Select(file => Path.GetRelativePath(folder, file)).Order(StringComparer.Ordinal),
    ];

    private static string Output(string folder, string file, string published = "") => Path.Combine(folder, Program, "bin", "Release", "net10.0", published, file);

    private static string SymbolPath(string assembly)
    {
        using var image = new PEReader(File.OpenRead(assembly));
        return image.ReadCodeViewDebugDirectoryData(image.ReadDebugDirectory().Single(entry => entry.IsPortableCodeView)).Path;
    }
}
