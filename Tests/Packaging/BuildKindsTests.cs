using System.Reflection.PortableExecutable;
using System.Text.Json.Nodes;
using Mono.Cecil.Cil;
using FieldReference = Mono.Cecil.FieldReference;
using MethodDefinition = Mono.Cecil.MethodDefinition;
using ModuleDefinition = Mono.Cecil.ModuleDefinition;

namespace Tests.Packaging;

/// <summary>Tests every kind of build that changes what Fody reads or writes. One solution has a project for each kind, and is built twice.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class BuildKindsTests
{
    private readonly Dictionary<string, FreshProject> _projects = [];
    private FreshSolution _solution = null!;
    private string _folder = "";
    private string _firstBuild = "";
    private string _secondBuild = "";
    private Dictionary<string, byte[]> _first = [];
    private Dictionary<string, byte[]> _second = [];

    [OneTimeSetUp]
    public void BuildAll()
    {
        const string Everything = "<PooledAwait Report='Full' MinimumStateMachineSize='0' />";

        _folder = Packed.NewFolder();
        var key = Repository.PathOf("PooledAwait.Runtime", "PooledAwait.snk");
        var counting = OtherWeaver.CompileTo(_folder);

        Console("Signed").With("SignAssembly", "true").With("AssemblyOriginatorKeyFile", key);
        Console("Embedded").With("DebugType", "embedded");
        Console("None").With("DebugType", "none");
        Library("MultiTargeted", "net8.0;net10.0;netstandard2.0;net472");
        Console("OtherFirst").Item("WeaverFiles", counting).Weavers("<Counting /><PooledAwait />");
        Console("OtherLast").Item("WeaverFiles", counting).Weavers("<PooledAwait /><Counting />");
        OtherLanguage("VisualBasic", ".vbproj").Source("Calls.vb").Weavers(Everything);
        OtherLanguage("FSharp", ".fsproj").Source("Calls.fs").Item("Compile", "Calls.fs").Weavers(Everything);
        _solution = new FreshSolution(_folder, _projects.Values);

        _firstBuild = Build();
        _first = Written();
        _secondBuild = Build("--no-incremental");
        _second = Written();
    }

    [Test]
    public void Each_builds_without_a_warning_while_others_do() => Assert.Multiple(() =>
    {
        // Each framework of a project is woven separately, so some projects count more than once.
        Assert.That(WeavingEvidence.Count(_firstBuild), Is.EqualTo(_projects.Count + 3));
        Assert.That(WeavingEvidence.Count(_secondBuild), Is.EqualTo(_projects.Count + 3));
        Assert.That(_firstBuild, Does.Contain("0 Warning(s)").And.Not.Contain("PA004"));
        Assert.That(_secondBuild, Does.Contain("0 Warning(s)"));
    });

    [Test]
    public void Is_the_same_bytes_each_time() => Assert.Multiple(() =>
    {
        Assert.That(_first, Has.Count.GreaterThan(2 * _projects.Count));
        Assert.That(_second.Keys, Is.EquivalentTo(_first.Keys));
        foreach (var (file, bytes) in _first)
        {
            Assert.That(_second[file].SequenceEqual(bytes), file);
        }
    });

    [Test]
    public void Is_woven_again_only_where_it_was_compiled_again_and_keeps_its_report()
    {
        // The file in obj is already woven. Fody marks such files, so a second weave would have no effect.
        var output = Build();

        Assert.That(WeavingEvidence.Happened(output), Is.False);
        Assert.That(Written(), Is.EqualTo(_second));
        Assert.That(File.Exists(Report("VisualBasic")), Is.True);
    }

    [TestCase("Signed", true, false)]
    [TestCase("Embedded", false, true)]
    [TestCase("None", false, false)]
    public void Has_its_symbols_where_the_build_wants_them(string name, bool beside, bool embedded)
    {
        using var file = new PEReader(File.OpenRead(Output(name)));

        Assert.Multiple(() =>
        {
            Assert.That(File.Exists(Path.ChangeExtension(Output(name), ".pdb")), Is.EqualTo(beside));
            Assert.That(file.ReadDebugDirectory().Any(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb), Is.EqualTo(embedded));
        });
    }

    [TestCase("net8.0")]
    [TestCase("net10.0")]
    [TestCase("netstandard2.0")]
    [TestCase("net472")]
    public void Is_woven_for_each_framework_of_a_project(string framework) =>
        Assert.That(WeavingEvidence.IsWoven(_projects["MultiTargeted"].Output("Release", framework)), Is.True);

    [TestCase("Signed")]
    [TestCase("Embedded")]
    [TestCase("None")]
    [TestCase("OtherFirst")]
    [TestCase("OtherLast")]
    public void Runs_and_allocates_nothing(string name) =>
        Assert.That(_projects[name].Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)));

    [TestCase("OtherFirst")]
    [TestCase("OtherLast")]
    public void Has_what_another_add_in_did_in_every_method(string name)
    {
        using var module = ModuleDefinition.ReadModule(Output(name));
        var methods = module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).ToArray();

        Assert.That(methods.Select(method => method.Name), Has.Some.EqualTo("MoveNext"));
        Assert.That(methods.Where(method => !IsCounted(method)), Is.Empty);

        static bool IsCounted(MethodDefinition method) =>
            method.Body.Instructions[0] is { OpCode.Code: Code.Ldsfld, Operand: FieldReference { DeclaringType.Name: "Counting" } };
    }

    [TestCase("VisualBasic", """
        VisualBasic.Calls.Logged(Task, string) StateObjects changed
        VisualBasic.Calls.SumAsync(int, int) Builders other-compiler
        """)]
    [TestCase("FSharp", """
        Calls.logged(Task, string) StateObjects changed
        Calls.sumAsync(int, int) Builders builder-used-by-hand
        """)]
    public void Says_of_another_language_what_was_done_and_what_was_not_and_runs(string name, string expected)
    {
        var decisions =
            from method in JsonNode.Parse(File.ReadAllText(Report(name)))!["assemblies"]![0]!["methods"]!.AsArray()
            from decision in method!["decisions"]!.AsArray()
            select $"{method["name"]} {decision!["rewrite"]} {decision["reason"] ?? decision["outcome"]}";

        Assert.That(string.Join("\n", decisions), Is.EqualTo(expected.ReplaceLineEndings("\n")));
        Assert.That(Dotnet.Run(_folder, Output(name)).ReplaceLineEndings("\n"), Is.EqualTo("written\n3\n"));
    }

    private FreshProject Console(string name) => Add(FreshProject.Console(_folder, name).Woven());

    private FreshProject Library(string name, string frameworks = "net10.0") => Add(FreshProject.Library(_folder, name, frameworks).Woven());

    private FreshProject OtherLanguage(string name, string extension) =>
        Add(FreshProject.In(_folder, name, extension).With("OutputType", "Exe").Woven());

    private FreshProject Add(FreshProject project)
    {
        _projects.Add(project.Name, project);
        return project;
    }

    private string Build(params string[] arguments) => _solution.Build(["-c", "Release", "-v:n", .. arguments]);

    private string Report(string name) => Path.Combine(_projects[name].Folder, "obj", "Release", "net10.0", $"{name}.PooledAwait.json");

    private string Output(string name) => _projects[name].Output("Release", "net10.0");

    /// <summary>Returns the files that the projects' builds wrote, keyed by their paths in the folder.</summary>
    private Dictionary<string, byte[]> Written() => Directory.GetFiles(_folder, "*", SearchOption.AllDirectories)
        .Where(file => Path.GetExtension(file) is ".dll" or ".pdb" && file.Contains(Path.Combine("obj", "Release")))
        .ToDictionary(file => Path.GetRelativePath(_folder, file), File.ReadAllBytes);
}
