using System.Diagnostics;
using Tests.NewerRuntimes;
using Tests.Packaging.Install;

namespace Tests.Packaging.Publishing.Layers;

/// <summary>
/// One way to publish the API of <c>Samples/Layers</c>. The API's three projects are copied to a folder outside the repository. There, they get PooledAwait
/// only from its packages.
/// </summary>
/// <param name="Name">The publication's name in a table.</param>
/// <param name="IsReadyToRun">Whether the publication's assemblies are also compiled ahead of time.</param>
/// <param name="Program">The executable that starts the API.</param>
internal sealed record LayersPublication(string Name, bool IsReadyToRun, string Program)
{
    private const string Api = "Shop.Api";

    /// <summary>Whether to run the published files on .NET 11 instead of .NET 10.</summary>
    public bool IsOnNet11 { get; init; }

    /// <summary>Publishes the API in every way. The publications that are not woven come first.</summary>
    public static IReadOnlyList<LayersPublication> PublishAll(TextWriter progress)
    {
        List<LayersPublication> all = [];
        foreach (var isReadyToRun in (bool[])[false, true])
        {
            foreach (var (name, libraries, property) in ((string, bool, string)[])
            [
                ("not woven", false, "PooledAwaitEnabled=false"),
                ("each project in its build", true, "PooledAwaitPublish=None"),
                ("projects, together", false, "PooledAwaitPublish=App"),
                ("projects and packages, together", false, "PooledAwaitPublish=Packages"),
            ])
            {
                progress.WriteLine($"Publishing {name}{(isReadyToRun ? ", ready to run" : "")} ...");
                all.Add(Publish(name, libraries, isReadyToRun, property));
            }
        }

        return all;
    }

    /// <param name="name">The publication's name in a table.</param>
    /// <param name="isEachWoven">Whether all three projects have the package; otherwise only the application has it.</param>
    /// <param name="isReadyToRun">Whether the publication's assemblies are also compiled ahead of time.</param>
    /// <param name="properties">The command's properties that control weaving.</param>
    public static LayersPublication Publish(string name, bool isEachWoven, bool isReadyToRun, params string[] properties)
    {
        var folder = Packed.NewFolder();
        var core = Layer(folder, "Core").Items("""<FrameworkReference Include="Microsoft.AspNetCore.App" />""");
        var infrastructure = Layer(folder, "Infrastructure").Project(core);
        foreach (var package in (string[])["Microsoft.EntityFrameworkCore.Sqlite", "SQLitePCLRaw.bundle_e_sqlite3"])
        {
            infrastructure.OtherPackage(package, CentralVersions.Of(package));
        }

        var api = Layer(folder, "Api").With("OutputType", "Exe").Items("""<FrameworkReference Include="Microsoft.AspNetCore.App" />""")
            .Project(core).Project(infrastructure).Package("PooledAwait.Fody");
        if (isEachWoven)
        {
            core.Package("PooledAwait.Fody");
            infrastructure.Package("PooledAwait.Fody");
        }

        var output = Path.Combine(folder, "published");
        Dotnet.Run(
            api.Folder,
            [
                "publish", "-c", "Release", "-o", output, "--self-contained", "false", "-p:UseCurrentRuntimeIdentifier=true", $"-p:PublishReadyToRun={isReadyToRun}",
                .. properties.Select(property => $"-p:{property}"),
            ]);
        return new LayersPublication(name, isReadyToRun, Path.Combine(output, OperatingSystem.IsWindows() ? $"{Api}.exe" : Api));
    }

    /// <summary>Describes how to start the API so that it listens on a port.</summary>
    public ProcessStartInfo Start(int port)
    {
        var folder = Path.GetDirectoryName(Program)!;
        if (!IsOnNet11)
        {
            return new(Program, [$"{port}"]) { WorkingDirectory = folder };
        }

        var start = new ProcessStartInfo(CoreClr11.Host, [Path.Combine(folder, $"{Api}.dll"), $"{port}"]) { WorkingDirectory = folder };
        foreach (var (name, value) in CoreClr11.Variables)
        {
            start.Environment[name] = value;
        }

        return start;
    }

    private static FreshProject Layer(string folder, string name)
    {
        var project = FreshProject.Of(folder, $"Shop.{name}").With("ImplicitUsings", "enable").With("RootNamespace", "Shop");
        foreach (var source in Directory.GetFiles(Repository.PathOf("Samples", "Layers", name), "*.cs"))
        {
            File.Copy(source, Path.Combine(project.Folder, Path.GetFileName(source)));
        }

        return project;
    }
}
