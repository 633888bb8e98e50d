using Tests.Packaging.Install;

namespace Tests.Packaging.Publishing;

/// <summary>An application, its library and a package, as a user publishes them, and a plug-in that was compiled against the library.</summary>
internal sealed class PublishedShop
{
    private readonly string _folder = Packed.NewFolder();
    private readonly FreshProject _library;
    private readonly FreshProject _application;

    public PublishedShop()
    {
        _library = Source(FreshProject.Of(_folder, "Orders"), "Orders.cs").Source("Gate.cs").OtherPackage("Polly", CentralVersions.Of("Polly"));
        _application = Source(FreshProject.Of(_folder, "Shop"), "Program.cs").With("OutputType", "Exe").Project(_library).Package("PooledAwait.Fody");
    }

    /// <summary>The folder of the application's project.</summary>
    public string Project => _application.Folder;

    /// <summary>The folder of the woven assemblies, before publishing processes them further.</summary>
    public string Woven => Path.Combine(_application.Folder, "obj", "Release", "net10.0", "PooledAwait.publish", "woven");

    /// <summary>Makes the application refer to an assembly. The assembly may be built for another processor than the application.</summary>
    public void ReferTo(string assembly) =>
        _application.Item("Reference", assembly).With("ResolveAssemblyWarnOrErrorOnTargetArchitectureMismatch", "None");

    /// <summary>Publishes the application. The command must succeed without a warning.</summary>
    /// <param name="kind">The name of the folder for the published files.</param>
    /// <param name="arguments">Further arguments of the command.</param>
    public Publication Publish(string kind, params string[] arguments)
    {
        var (exitCode, output) = TryPublish(kind, arguments);
        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.Not.Contain("warning"));
        return new Publication(Path.Combine(_folder, kind), output);
    }

    /// <summary>Publishes the application. The command may fail.</summary>
    public (int ExitCode, string Output) TryPublish(string kind, params string[] arguments) => Dotnet.TryRun(
        _application.Folder, ["publish", "-c", "Release", "-v:m", "-tl:off", "-o", Path.Combine(_folder, kind), .. arguments]);

    /// <summary>Returns the warnings and errors that publishing printed.</summary>
    public string[] FaultsIn(string output) => _application.FaultsIn(output);

    /// <summary>Builds the plug-in, and returns its file.</summary>
    public string BuildPlugIn()
    {
        var project = Source(FreshProject.Of(_folder, "Extended"), "Extended.cs").Project(_library);
        project.Build("-c", "Release");
        return project.Output("Release", "net10.0");
    }

    private static FreshProject Source(FreshProject project, string name) =>
        project.Text(name, File.ReadAllText(Repository.PathOf("Tests", "Packaging", "Publishing", "Shop", name)));
}
