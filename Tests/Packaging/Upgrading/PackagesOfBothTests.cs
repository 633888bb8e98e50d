using System.Xml.Linq;

namespace Tests.Packaging.Upgrading;

/// <summary>
/// Tests packages of an earlier release and of today in one program, in the combinations that NuGet allows. <c>docs/upgrading.md</c> lists these combinations.
/// </summary>
/// <param name="release">The earlier release.</param>
[Thorough]
[TestFixtureSource(nameof(Releases))]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class PackagesOfBothTests(EarlierRelease release)
{
    private const string Fody = "PooledAwait.Fody";
    private const string Runtime = "PooledAwait.Runtime";

    private const string OverOne = "number += await One.ValueAsync(number) + await One.TaskAsync(number) - 2 * number - 3;";

    // The second library awaits a task of the first library. Weaving the second library does not change the first library's method, so this task remains. The
    // task takes 96 B, including the small state machine.
    private readonly string _answer = $"{Repository.Version}.0, One {release.Version}.0: 3, 0 B, Two {Repository.Version}.0: 3, 96 B";

    private static EarlierRelease[] Releases => [EarlierRelease.First, EarlierRelease.Second];

    private string _folder = "";
    private FreshProject _two = null!;
    private FreshProject _program = null!;
    private FreshProject _behind = null!;
    private FreshProject _framework = null!;
    private string _output = "";

    [OneTimeSetUp]
    public void BuildAll()
    {
        _folder = NewFolder();
        var one = Library("One", "await Task.Yield();").OtherPackage(Fody, release.Version).Weavers("<PooledAwait />");
        _two = Library("Two", OverOne).Package(Fody).Project(one);
        _program = Program("Program", "net10.0").Project(one).Project(_two);
        _framework = Program("Framework", "net472").Project(one).Project(_two);

        var hidden = Hiding(one);

        // The earlier weaver weaves this program, although another library brings today's runtime.
        _behind = Program("Behind", "net10.0").OtherPackage(Fody, release.Version).Package(Runtime).Weavers("<PooledAwait />").Project(one).Project(hidden);
        _output = new FreshSolution(_folder, [one, _two, hidden, _program, _behind, _framework]).Build("-c", "Release", "-v:n");
    }

    [Test]
    public void None_has_a_warning() => Assert.That(_output, Does.Contain("0 Warning(s)"));

    [Test]
    public void Libraries_of_both_run_with_todays_library_and_allocate_what_each_was_woven_to() =>
        Assert.That(Run(_program), Is.EqualTo(_answer));

    [Test]
    public void The_earlier_weaver_weaves_for_todays_library()
    {
        Assert.That(WeavingEvidence.IsWoven(_behind.Output("Release", "net10.0")), Is.True);
        Assert.That(Run(_behind), Is.EqualTo(_answer));
    }

    [Test]
    public void A_program_that_todays_weaver_wove_ends_with_the_earlier_library()
    {
        var folder = Directory.CreateDirectory(Path.Combine(_folder, "Replaced")).FullName;
        var output = Path.GetDirectoryName(_program.Output("Release", "net10.0"))!;
        foreach (var file in Directory.GetFiles(output))
        {
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
        }

        File.Copy(release.Runtime("net10.0"), Path.Combine(folder, $"{Runtime}.dll"), overwrite: true);
        var (exitCode, printed) = Dotnet.TryRun(folder, Path.Combine(folder, "Program.dll"));

        Assert.That(exitCode, Is.Not.Zero);
        Assert.That(printed, Does.Contain($"'{Runtime}, Version={Repository.Version}.0,"));
    }

    /// <summary>.NET Framework loads only the version that an assembly names, unless the program's configuration redirects it.</summary>
    [Test]
    public void A_program_for_NET_Framework_is_configured_for_todays_library()
    {
        var configuration = XDocument.Load(Path.Combine(_framework.Folder, "bin", "Release", "net472", $"{_framework.Name}.exe.config"));
        var redirects = configuration.Descendants().Where(element => element.Name.LocalName == "dependentAssembly")
            .Where(element => element.Elements().Any(identity => identity.Attribute("name")?.Value == Runtime));
        Assert.That(redirects.Elements().Select(element => element.Attribute("newVersion")?.Value), Does.Contain($"{Repository.Version}.0"));
    }

    [Test]
    public void A_project_that_stays_behind_what_it_refers_to_is_not_restored()
    {
        var project = Library("Below", "").OtherPackage(Fody, release.Version).Project(_two);

        Assert.That(project.TryBuild("-c", "Release").Output, Does.Contain($"error NU1605: Warning As Error: Detected package downgrade: {Fody} from {Repository.Version} to {release.Version}"));
    }

    [Test]
    public void The_weaver_is_not_restored_with_an_older_library()
    {
        var project = Library("Lower", "").Package(Fody).OtherPackage(Runtime, release.Version);

        Assert.That(project.TryBuild("-c", "Release").Output, Does.Contain($"error NU1605: Warning As Error: Detected package downgrade: {Runtime} from {Repository.Version} to {release.Version}"));
    }

    /// <summary>The weaver refuses the older library even if the project suppresses NuGet's warning.</summary>
    [Test]
    public void The_weaver_refuses_an_older_library()
    {
        var project = Library("Allowed", "").Package(Fody).OtherPackage(Runtime, release.Version).With("NoWarn", "$(NoWarn);NU1605").With("TreatWarningsAsErrors", "false");

        Assert.That(project.TryBuild("-c", "Release").Output, Does.Contain($"{Runtime} {release.Version}.0 is older than {Fody} {Repository.Version}.0. Use the same version of both packages."));
    }

    /// <summary>Validates the package as every pack does, against the earlier package as the baseline.</summary>
    [Test]
    public void The_runtimes_package_is_valid_for_who_has_the_earlier_one()
    {
        var earlier = Path.GetFullPath(Path.Combine(release.Feed, $"{Runtime}.{release.Version}.nupkg"));
        Assert.That(earlier, Does.Exist);

        var (exitCode, output) = Dotnet.TryRun(
            Repository.Root, "pack", Runtime, "-c", "Release", "--no-build", "-v:n", "-o", Packed.NewFolder(), $"-p:PackageValidationBaselinePath={earlier}", "-p:GenerateCompatibilitySuppressionFile=false");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.Contain("RunPackageValidation"));
    }

    /// <summary>FodyWeavers.xml is read strictly, so removing an attribute would cause an error in every project that uses the attribute.</summary>
    [Test]
    public void Every_option_of_the_earlier_release_is_still_one() =>
        Assert.That(Attributes(Path.Combine(release.Sources, "FodyWeavers.xsd")), Has.Length.GreaterThan(8).And.SubsetOf(Attributes(Repository.PathOf("FodyWeavers.xsd"))));

    /// <summary>Creates a folder whose projects find the packages of both versions.</summary>
    private string NewFolder()
    {
        var folder = Packed.NewFolder();
        new XElement("configuration", new XElement("packageSources", new XElement("add", new XAttribute("key", "earlier"), new XAttribute("value", Path.GetFullPath(release.Feed)))))
            .Save(Path.Combine(folder, "NuGet.config"));
        return folder;
    }

    private FreshProject Library(string name, string first, string? type = null) => FreshProject.Of(_folder, name, "netstandard2.0").Text("Library.cs", $$"""
        using System.Threading.Tasks;

        public static class {{type ?? name}}
        {
            public static async ValueTask<int> ValueAsync(int number) { {{first}} return number + 1; }

            public static async Task<int> TaskAsync(int number) { {{first}} await Task.Yield(); return number + 2; }
        }
        """);

    /// <summary>Creates a library that today's weaver weaves. The library hides the weaver from projects that use it.</summary>
    private FreshProject Hiding(FreshProject one) =>
        Library("Hidden", OverOne, "Two").Package(Fody, ("PrivateAssets", "all")).Package(Runtime).Project(one).With("AssemblyName", "Two");

    private FreshProject Program(string name, string framework) => FreshProject.Of(_folder, name, framework).With("OutputType", "Exe").Text("Program.cs", """
        using System;
        using System.Linq;
        using System.Threading.Tasks;

        public static class Program
        {
            public static async Task Main()
            {
                var one = await MeasureAsync(typeof(One), One.ValueAsync);
                var two = await MeasureAsync(typeof(Two), Two.ValueAsync);
                Console.WriteLine($"{AppDomain.CurrentDomain.GetAssemblies().Single(assembly => assembly.GetName().Name == "PooledAwait.Runtime").GetName().Version}, {one}, {two}");
            }

            private static async Task<string> MeasureAsync(Type library, Func<int, ValueTask<int>> call)
            {
                // The first round makes the boxes; of the others the least counts, since the runtime allocates beside the calls.
                const int Calls = 10000;
                const int Rounds = 5;
                var sum = 0;
                var bytes = long.MaxValue;
                for (var round = 0; round < Rounds; round++)
                {
                    var before = Allocated();
                    for (var i = 0; i < Calls; i++)
                    {
                        sum += await call(2);
                    }

                    bytes = Math.Min(bytes, (Allocated() - before) / Calls);
                }

                return $"{library.Name} {library.Assembly.GetReferencedAssemblies().Single(name => name.Name == "PooledAwait.Runtime").Version}: {sum / Rounds / Calls}, {bytes} B";
            }

        #if NET
            private static long Allocated() => GC.GetTotalAllocatedBytes(precise: true);
        #else
            private static long Allocated() => 0;
        #endif
        }
        """);

    private static string Run(FreshProject project) => Dotnet.Run(project.Folder, project.Output("Release", "net10.0")).Trim();

    private static string[] Attributes(string schema) =>
        [.. XDocument.Load(schema).Descendants().Where(element => element.Name.LocalName == "attribute").Select(element => element.Attribute("name")!.Value).Distinct()];
}
