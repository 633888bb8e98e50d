namespace Tests.Packaging.Install;

/// <summary>Repositories that have the package in one place, with versions managed centrally, transitive pinning and lock files.</summary>
internal static class SharedRepository
{
    public const int Layers = 7;

    private const string Frameworks = "net8.0;net10.0";

    /// <summary>
    /// Writes a repository whose Directory.Build.props has the package and its options. The repository has seven libraries, an application, and a test project,
    /// which is not woven. All projects have two frameworks.
    /// </summary>
    public static void Lay(string folder, Func<FreshProject, FreshProject> add)
    {
        var reference = Documented.Block("<PackageReference Include=\"PooledAwait.Fody\" />");
        var testsLeftOut = Documented.Block("IsTestProject");
        Documented.Line("docs/options.md", $"| `{testsLeftOut}` | Directory.Build.targets |");
        Write(folder, "Directory.Build.props", $"""
            <Project>
              <PropertyGroup>
                <RestorePackagesWithLockFile>true</RestorePackagesWithLockFile>
                <PooledAwaitReport>Full</PooledAwaitReport>
              </PropertyGroup>
              <ItemGroup>{reference}</ItemGroup>
            </Project>
            """);
        Write(folder, "Directory.Build.targets", Documented.Properties(testsLeftOut));
        WriteVersions(folder, Documented.Block($"<PackageVersion Include=\"PooledAwait.Fody\" Version=\"{Packed.Version}\" />"));

        FreshProject? below = null;
        for (var layer = 1; layer <= Layers; layer++)
        {
            var result = below == null ? "number" : $"await {below.Name}.Prices.OfAsync(number)";
            var library = FreshProject.Of(folder, $"Layer{layer}", Frameworks).Text("Prices.cs", $$"""
                namespace Layer{{layer}};

                public static class Prices
                {
                    public static async System.Threading.Tasks.ValueTask<int> OfAsync(int number)
                    {
                        await System.Threading.Tasks.Task.Yield();
                        return 1 + {{result}};
                    }
                }
                """);
            below = add(below == null ? library : library.Project(below));
        }

        add(FreshProject.Of(folder, "LayeredApplication", Frameworks).With("OutputType", "Exe").With("UseAppHost", "false").Project(below!)
            .Text("Program.cs", $"System.Console.WriteLine(await {below!.Name}.Prices.OfAsync(0));"));
        add(KindsOfProjects.AddTests(FreshProject.Of(folder, "LayeredTests", Frameworks), "[NUnit.Framework.Test]", central: true, "NUnit", "NUnit3TestAdapter"));
    }

    /// <summary>Writes a library and an application that uses it, with the README's lines that keep the weaver out of published packages.</summary>
    public static void LayGlobal(string folder, Func<FreshProject, FreshProject> add)
    {
        WriteVersions(folder, Documented.Block("GlobalPackageReference"));
        var library = add(FreshProject.Library(folder, "GlobalLibrary", Frameworks));
        add(FreshProject.Console(folder, "GlobalApplication", withCalls: false).Project(library));
    }

    private static void WriteVersions(string folder, string lines) => Write(folder, "Directory.Packages.props", $"""
        <Project>
          <PropertyGroup>
            <ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally>
            <CentralPackageTransitivePinningEnabled>true</CentralPackageTransitivePinningEnabled>
          </PropertyGroup>
          <ItemGroup>
            {lines}
            {string.Concat(((string[])["Microsoft.NET.Test.Sdk", "NUnit", "NUnit3TestAdapter"])
                .Select(package => $"<PackageVersion Include=\"{package}\" Version=\"{CentralVersions.Of(package)}\" />"))}
          </ItemGroup>
        </Project>
        """);

    private static void Write(string folder, string file, string text)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, file), text);
    }
}
