using System.IO.Compression;
using System.Xml.Linq;

namespace Tests.Packaging;

/// <summary>Builds Samples/HiddenWeaver outside the repository, with the packages.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class HiddenWeaverTests
{
    [Test]
    public void The_library_brings_the_runtime_and_not_the_weaver()
    {
        var folder = Packed.NewFolder();
        string[] files =
            ["Library/Library.csproj", "Library/FodyWeavers.xml", "Library/Prices.cs", "Application/Application.csproj", "Application/Program.cs"];
        foreach (var file in files)
        {
            var copy = Path.Combine(folder, file);
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(Repository.PathOf("Samples", "HiddenWeaver", file), copy);
        }

        File.WriteAllText(Path.Combine(folder, "Directory.Build.props"), $"""
            <Project>
              <PropertyGroup>
                <PooledAwaitVersion>{Packed.Version}</PooledAwaitVersion>
                <ImplicitUsings>enable</ImplicitUsings>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
              </PropertyGroup>
            </Project>
            """);

        Assert.That(
            Dotnet.Run(folder, "run", "-c", "Release", "--project", "Application"),
            Does.Contain("Application does not refer to PooledAwait.Runtime, Library refers to PooledAwait.Runtime.")
                .And.Contain("A call that suspends allocates 0 bytes."));

        Dotnet.Run(folder, "pack", "Library", "-c", "Release", "--no-build", "-o", folder);
        using var package = ZipFile.OpenRead(Directory.GetFiles(folder, "*.nupkg").Single());
        using var nuspec = package.GetEntry("HiddenWeaver.Library.nuspec")!.Open();
        var dependencies = XDocument.Load(nuspec).Descendants().Where(element => element.Name.LocalName == "dependency");
        Assert.That(dependencies.Select(dependency => dependency.Attribute("id")!.Value), Is.EqualTo((string[])["PooledAwait.Runtime"]));
    }
}
