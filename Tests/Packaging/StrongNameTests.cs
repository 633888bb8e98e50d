using System.Reflection;

namespace Tests.Packaging;

/// <summary>
/// Tests assemblies that are signed, delay-signed or public-signed. The key file holds the private key, or only the public key. Compilers cannot sign with a
/// public key. Each assembly is built in Debug, where it is not woven, and in Release. A program in the same solution refers to five of the assemblies.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class StrongNameTests
{
    private const string SignedPrivate = "SignedPrivate";
    private const string DelayPrivate = "DelayPrivate";
    private const string DelayPublic = "DelayPublic";
    private const string PublicPrivate = "PublicPrivate";
    private const string PublicPublic = "PublicPublic";
    private const string FSharp = "DelayPrivateFSharp";
    private const string VisualBasic = "PublicPrivateVisualBasic";
    private const string SwitchedOff = "DelayPrivateOff";
    private const string NotNamed = "DelayPrivateNotNamed";
    private const string NotSigned = "DelayWithoutKey";
    private const string IsDebug = "$(Configuration.Equals('Debug'))";

    private readonly Dictionary<string, FreshProject> _projects = [];
    private FreshProject _program = null!;
    private string _folder = "";
    private byte[] _privateKey = [];
    private string _woven = "";

    [OneTimeSetUp]
    public void BuildAll()
    {
        _folder = Packed.NewFolder();
        _privateKey = File.ReadAllBytes(Repository.PathOf("PooledAwait.Runtime", "PooledAwait.snk"));
        File.WriteAllBytes(Path.Combine(_folder, "private.snk"), _privateKey);
        File.WriteAllBytes(Path.Combine(_folder, "public.snk"), StrongName.Of(typeof(PooledAwait.PooledAwaitAttribute).Assembly.Location).PublicKey);

        // Records the signing properties after Fody has run. Later targets read them, for example to sign satellite assemblies.
        File.WriteAllText(Path.Combine(_folder, "Directory.Build.targets"), """
            <Project>
              <Target Name="SeeSigning" AfterTargets="Build" Condition="'$(TargetFramework)' != ''">
                <WriteLinesToFile File="$(OutDir)signing.txt" Overwrite="true" Lines="$(SignAssembly), $(DelaySign), $(PublicSign), $(KeyOriginatorFile), $(DefineConstants.Contains('POOLEDAWAIT_PUBLIC_KEY'))" />
              </Target>
            </Project>
            """);

        Library(SignedPrivate, "private", sign: "");
        Library(DelayPrivate, "private", "DelaySign", frameworks: "net10.0;netstandard2.0");
        Library(DelayPublic, "public", "DelaySign");
        Library(PublicPrivate, "private", "PublicSign");
        Library(PublicPublic, "public", "PublicSign");
        Signed(FreshProject.In(_folder, FSharp, ".fsproj").With("OutputType", "Exe").Woven().Source("Calls.fs").Item("Compile", "Calls.fs"), "private", "DelaySign");
        Signed(FreshProject.In(_folder, VisualBasic, ".vbproj").With("OutputType", "Exe").Woven().Source("Calls.vb"), "private", "PublicSign");

        // In Debug, Fody would run too, because of the other add-in. DisableFody prevents that.
        var counting = OtherWeaver.CompileTo(_folder);
        Library(SwitchedOff, "private", "DelaySign").With("PooledAwaitEnabled", "false").With("DisableFody", IsDebug).Item("WeaverFiles", counting).Weavers("<Counting /><PooledAwait />");
        Library(NotNamed, "private", "DelaySign").With("DisableFody", IsDebug).Item("WeaverFiles", counting).Weavers("<Counting />");
        Library(NotSigned, "private", "DelaySign").With("SignAssembly", "false");

        // A strong-named program may refer only to strong-named libraries; the compiler checks that.
        string[] libraries = [SignedPrivate, DelayPrivate, DelayPublic, PublicPrivate, PublicPublic];
        _program = FreshProject.Console(_folder, "Program", withCalls: false).With("SignAssembly", "true").With("AssemblyOriginatorKeyFile", "../private.snk");
        foreach (var library in libraries)
        {
            _program.Project(_projects[library]);
        }

        _program.Text("Program.cs", $"System.Console.WriteLine({string.Join(" + ", libraries.Select(library => $"await {library}.Work.RunAsync(1)"))});");
        var solution = new FreshSolution(_folder, [.. _projects.Values, _program]);
        solution.Build("-c", "Debug", "-v:n");
        _woven = solution.Build("-c", "Release", "-v:n");
    }

    [Test]
    public void Each_builds_without_a_warning() => Assert.Multiple(() =>
    {
        Assert.That(WeavingEvidence.Count(_woven), Is.EqualTo(_projects.Count), "One has two frameworks, and one does not name the weaver.");
        Assert.That(_woven, Does.Contain("0 Warning(s)"));
    });

    [TestCase(SignedPrivate, true, true)]
    [TestCase(DelayPrivate, false, false)]
    [TestCase(DelayPrivate, false, false, "netstandard2.0")]
    [TestCase(DelayPublic, false, false)]
    [TestCase(PublicPrivate, true, false)]
    [TestCase(PublicPublic, true, false)]
    [TestCase(FSharp, false, false)]
    [TestCase(VisualBasic, true, false)]
    [TestCase(SwitchedOff, false, false)]
    public void Has_the_strong_name_that_the_compiler_gave_it(string name, bool isFlagged, bool isSigned, string framework = "net10.0")
    {
        var compiled = _projects[name].Output("Debug", framework);
        var woven = _projects[name].Output("Release", framework);
        var expected = StrongName.Of(compiled);
        var actual = StrongName.Of(woven);

        Assert.Multiple(() =>
        {
            Assert.That(WeavingEvidence.Ran(_projects[name], "Debug", framework), Is.False);
            Assert.That(WeavingEvidence.Ran(_projects[name], "Release", framework), Is.True);
            Assert.That((expected.HasPublicKey, expected.IsFlagged, expected.IsSigned), Is.EqualTo((true, isFlagged, isSigned)));
            Assert.That(actual.PublicKey, Is.EqualTo(expected.PublicKey).And.Not.Empty);
            Assert.That(AssemblyName.GetAssemblyName(woven).GetPublicKeyToken(), Is.EqualTo(AssemblyName.GetAssemblyName(compiled).GetPublicKeyToken()).And.Length.EqualTo(8));
            Assert.That((actual.HasPublicKey, actual.IsFlagged, actual.IsSigned), Is.EqualTo((true, isFlagged, isSigned)));
            Assert.That(actual.Signature, Has.Length.EqualTo(expected.Signature.Length));
        });
    }

    [Test]
    public void Has_the_public_key_alone_where_FodyWeavers_names_other_add_ins() => Assert.Multiple(() =>
    {
        Assert.That((WeavingEvidence.Ran(_projects[NotNamed], "Debug", "net10.0"), WeavingEvidence.Ran(_projects[NotNamed], "Release", "net10.0")), Is.EqualTo((false, true)));
        Assert.That(StrongName.Of(_projects[NotNamed].Output("Release", "net10.0")).PublicKey, Is.EqualTo(StrongName.Of(_projects[NotNamed].Output("Debug", "net10.0")).PublicKey).And.Not.Empty);
    });

    [Test]
    public void Has_no_strong_name_where_the_compiler_gave_it_none() =>
        Assert.That(StrongName.Of(_projects[NotSigned].Output("Release", "net10.0")).HasPublicKey, Is.False);

    [Test]
    public void Has_nothing_of_the_private_key_in_any_file_that_a_build_writes()
    {
        // A part of the private key's primes, which no public key contains. The primes come after the header, the exponent and the modulus.
        var secret = _privateKey.AsSpan(20 + BitConverter.ToInt32(_privateKey, 12) / 8, 32).ToArray();
        var files = _projects.Values.SelectMany(project => Directory.GetFiles(project.Folder, "*", SearchOption.AllDirectories)).ToArray();

        Assert.That(files, Has.Length.GreaterThan(100));
        Assert.That(_privateKey.AsSpan().IndexOf(secret), Is.Positive);
        Assert.That(files.Where(file => File.ReadAllBytes(file).AsSpan().IndexOf(secret) >= 0), Is.Empty);
    }

    [Test]
    public void Leaves_the_rest_of_the_build_what_the_project_says()
    {
        foreach (var project in _projects.Values)
        {
            Assert.That(Seen("Release"), Is.EqualTo(Seen("Debug")), project.Name);

            string Seen(string configuration) => File.ReadAllText(Path.Combine(Path.GetDirectoryName(project.Output(configuration, "net10.0"))!, "signing.txt"));
        }
    }

    [Test]
    public void A_program_that_refers_to_them_runs() =>
        Assert.That(Dotnet.Run(_folder, _program.Output("Release", "net10.0")).Trim(), Is.EqualTo("10"));

    private FreshProject Library(string name, string key, string sign, string frameworks = "net10.0") =>
        Signed(FreshProject.Of(_folder, name, frameworks).Woven().Text("Work.cs", $$"""
            using System.Threading.Tasks;

            namespace {{name}};

            public static class Work
            {
                public static async Task<int> RunAsync(int start) => start + await OneAsync();

                private static async Task<int> OneAsync()
                {
                    await Task.Yield();
                    return 1;
                }
            }
            """), key, sign);

    private FreshProject Signed(FreshProject project, string key, string sign)
    {
        project.With("SignAssembly", "true").With("AssemblyOriginatorKeyFile", $"../{key}.snk").With("PooledAwaitMinimumStateMachineSize", "0");
        _projects.Add(project.Name, sign.Length == 0 ? project : project.With(sign, "true"));
        return project;
    }
}
