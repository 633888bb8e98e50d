namespace Tests.Packaging.Install;

/// <summary>A repository of projects of different kinds. Only the documented line in Directory.Build.props refers to PooledAwait.</summary>
internal sealed class ManyKinds
{
    private const string Prices = """
        using System.Threading.Tasks;

        namespace Shop;

        public static class Prices
        {
            public static async ValueTask<int> TotalAsync(int count) { await Task.Yield(); return 2 * count; }
        }
        """;

    private const string Application = """
        using System;
        using System.Threading.Tasks;

        Console.WriteLine($"ran, {await SumAsync()}");
        static async ValueTask<int> SumAsync() => 1 + await Shop.Prices.TotalAsync(3);
        """;

    private const string Web = """
        using System;
        using System.Linq;
        using System.Net.Http;
        using System.Threading.Tasks;
        using Microsoft.AspNetCore.Builder;

        var application = WebApplication.Create(["--urls=http://127.0.0.1:0"]);
        application.MapGet("/", SumAsync);
        await application.StartAsync();
        using (var client = new HttpClient())
        {
            Console.WriteLine($"served, {await client.GetStringAsync(application.Urls.Single())}");
        }

        await application.StopAsync();
        static async Task<int> SumAsync() => 1 + await Shop.Prices.TotalAsync(3);
        """;

    private const string Worker = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;
        using Microsoft.Extensions.DependencyInjection;
        using Microsoft.Extensions.Hosting;

        var builder = Host.CreateApplicationBuilder(args);
        builder.Services.AddHostedService<Work>();
        await builder.Build().RunAsync();

        internal sealed class Work(IHostApplicationLifetime lifetime) : BackgroundService
        {
            protected override async Task ExecuteAsync(CancellationToken stopping)
            {
                Console.WriteLine($"worked, {await SumAsync()}");
                lifetime.StopApplication();
            }

            private static async ValueTask<int> SumAsync() => 1 + await Shop.Prices.TotalAsync(3);
        }
        """;

    private readonly Dictionary<string, FreshProject> _projects = [];

    /// <param name="folder">The folder that becomes the repository.</param>
    public ManyKinds(string folder)
    {
        Folder = Directory.CreateDirectory(folder).FullName;
        File.WriteAllText(Path.Combine(Folder, "Directory.Build.props"), Documented.Block($"<PackageReference Include=\"PooledAwait.Fody\" Version=\"{Packed.Version}\" />"));

        // As in a real repository, builds must give the same bytes in every folder.
        File.WriteAllText(Path.Combine(Folder, "Directory.Build.targets"), Documented.Properties(
            "<PathMap>$(MSBuildThisFileDirectory)=/_/</PathMap>", "<ContinuousIntegrationBuild>true</ContinuousIntegrationBuild>", "<TreatWarningsAsErrors>true</TreatWarningsAsErrors>"));

        var shop = Add(FreshProject.Of(Folder, "Shop", "net10.0;netstandard2.0").Text("Prices.cs", Prices));

        Program("Application", Application);
        Program("Web", Web, sdk: "Microsoft.NET.Sdk.Web");
        Program("Worker", Worker, sdk: "Microsoft.NET.Sdk.Worker").Item("FrameworkReference", "Microsoft.AspNetCore.App");

        Tests("NUnitTests", "[NUnit.Framework.Test]", "Microsoft.NET.Test.Sdk", "NUnit", "NUnit3TestAdapter");
        Tests("MSTestTests", "[Microsoft.VisualStudio.TestTools.UnitTesting.TestMethod]", "Microsoft.NET.Test.Sdk", "MSTest.TestFramework", "MSTest.TestAdapter");
        Tests("XunitTests", "[Xunit.Fact]", "xunit.v3").With("OutputType", "Exe");
        Tests("TUnitTests", "[TUnit.Core.Test]", "TUnit").With("OutputType", "Exe");

        FreshProject Program(string name, string source, string sdk = "Microsoft.NET.Sdk") =>
            Add(FreshProject.Of(Folder, name, sdk: sdk).With("OutputType", "Exe").With("UseAppHost", "false").Project(shop).Text("Program.cs", source));

        FreshProject Tests(string name, string attribute, params string[] packages)
        {
            var tests = Add(FreshProject.Of(Folder, name).Project(shop));
            foreach (var package in packages)
            {
                tests.OtherPackage(package, CentralVersions.Of(package));
            }

            var ofClass = name == "MSTestTests" ? "[Microsoft.VisualStudio.TestTools.UnitTesting.TestClass]" : "";
            return tests.Text("Tests.cs", $$"""
                using System;
                using System.Threading.Tasks;

                {{ofClass}}
                public class Tests
                {
                    {{attribute}}
                    public async Task Totals()
                    {
                        if (await SumAsync() != 7) { throw new InvalidOperationException(); }
                    }

                    private static async ValueTask<int> SumAsync() => 1 + await Shop.Prices.TotalAsync(3);
                }
                """);
        }
    }

    public string Folder { get; }

    public IReadOnlyCollection<FreshProject> Projects => _projects.Values;

    public FreshProject this[string name] => _projects[name];

    /// <summary>Returns the path of a project's compiled (and perhaps woven) assembly, for the project's newest framework.</summary>
    public string Output(string name, string configuration) => Directory
        .GetFiles(Path.Combine(_projects[name].Folder, "bin", configuration), $"{name}.dll", SearchOption.AllDirectories)
        .Order(StringComparer.Ordinal).First();

    /// <summary>Returns the files that the builds of some projects wrote in a configuration, keyed by their paths in the repository.</summary>
    public Dictionary<string, byte[]> Written(string configuration, IEnumerable<FreshProject> projects) =>
        projects.SelectMany(project => Directory.GetFiles(Path.Combine(project.Folder, "bin", configuration), $"{project.Name}.*", SearchOption.AllDirectories))
            .Where(file => Path.GetExtension(file) is ".dll" or ".pdb")
            .ToDictionary(file => Path.GetRelativePath(Folder, file), File.ReadAllBytes);

    private FreshProject Add(FreshProject project)
    {
        _projects.Add(project.Name, project);
        return project;
    }
}
