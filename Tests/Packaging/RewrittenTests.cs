using System.Xml.Linq;

namespace Tests.Packaging;

/// <summary>Tests what happens if a tool rewrites the woven assembly, in obj or in the output. The weaver has no special support for the tool.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class RewrittenTests
{
    private const string Source = """
        using System;
        using System.Threading.Tasks;

        public static class Door
        {
            public static async Task<int> OpenAsync() => await GuardedAsync() + await OtherAsync();

            public static async Task<int> GuardedAsync() { await Task.Yield(); return 1; }

            public static async Task<int> OtherAsync() { await Task.Yield(); return 2; }

            public static void Log(string text) => Console.WriteLine(text);
        }
        """;

    private readonly Dictionary<string, FreshProject> _projects = [];
    private string _rewriter = "";
    private string _output = "";

    [OneTimeSetUp]
    public void BuildAll()
    {
        var folder = Packed.NewFolder();
        _rewriter = Rewriter.CompileTo(folder);
        New("Untouched", "");
        New("WrappedBefore", Target("BeforeTargets", "CopyFilesToOutputDirectory", "wrap", "@(IntermediateAssembly)"));
        New("WrappedAfter", Target("AfterTargets", "CopyFilesToOutputDirectory", "wrap", "$(TargetPath)"));
        New("Renamed", Target("BeforeTargets", "CopyFilesToOutputDirectory", "rename", "@(IntermediateAssembly)"));
        New("CopiedBefore", Target("BeforeTargets", "CopyFilesToOutputDirectory", "copy", "@(IntermediateAssembly)"));
        New("CopiedAfter", Target("AfterTargets", "CopyFilesToOutputDirectory", "copy", "$(TargetPath)"));
        New("BeforeFody", Target("AfterTargets", "CoreCompile", "wrap", "@(IntermediateAssembly)", "'$(_PooledAwaitCompiled)' == 'true'"));
        New("Stamped", $"""
            <Target Name="Rewrite" AfterTargets="CoreCompile" Inputs="@(IntermediateAssembly)" Outputs="$(IntermediateOutputPath)stamp">
              <Exec Command="&quot;{Dotnet.Host}&quot; &quot;{_rewriter}&quot; copy &quot;@(IntermediateAssembly)&quot;" />
              <Touch Files="$(IntermediateOutputPath)stamp" AlwaysCreate="true" />
              <Message Text="Rewrote $(MSBuildProjectName)." Importance="high" />
            </Target>
            """);
        New("Unconfigured", "").With("TreatWarningsAsErrors", "false").Item("WeaverFiles", OtherWeaver.CompileTo(Directory.CreateDirectory(Path.Combine(folder, "other")).FullName));
        New("OtherWeaverLast", "").Item("WeaverFiles", OtherWeaver.CompileTo(folder)).Weavers("<PooledAwait /><Counting />");

        // Some of the projects must fail.
        _output = new FreshSolution(folder, _projects.Values).TryBuild("-c", "Release", "-v:n").Output;

        FreshProject New(string name, string target) => _projects[name] = FreshProject.Of(folder, name).Package("PooledAwait.Fody").Text("Door.cs", Source)
            .Text("Directory.Build.targets", $"<Project>{target}</Project>");
    }

    [TestCase("WrappedBefore")]
    [TestCase("WrappedAfter")]
    [TestCase("Renamed")]
    public void Fails_where_woven_code_would_bypass_what_the_tool_added(string name)
    {
        var project = _projects[name];
        Assert.That(project.FaultsIn(_output).First(), Does.Contain($"error PA104: a tool rewrote {name}.dll"));
        Assert.That(_output, Does.Contain($"{name}.dll: Door.GuardedAsync()").And.Not.Contain("Door.OtherAsync()"));
        Assert.That(File.Exists(project.Output("Release", "net10.0")), Is.False);

        var (exitCode, again) = project.TryBuild("-c", "Release", "--no-restore");
        Assert.That(exitCode, Is.EqualTo(1));
        Assert.That(again, Does.Contain("error PA104"), "The next build does not take the half done one for done.");
    }

    [TestCase("Untouched")]
    [TestCase("CopiedBefore")]
    [TestCase("CopiedAfter")]
    [TestCase("BeforeFody")]
    [TestCase("Stamped")]
    [TestCase("OtherWeaverLast")]
    public void Builds_where_nothing_is_bypassed(string name)
    {
        Assert.That(_projects[name].FaultsIn(_output), Is.Empty);
        Assert.That(WeavingEvidence.IsWoven(_projects[name].Output("Release", "net10.0")), Is.True);
    }

    [TestCase("Untouched", false)]
    [TestCase("BeforeFody", false)]
    [TestCase("CopiedBefore", true)]
    [TestCase("OtherWeaverLast", true)]
    public void Compares_only_what_was_rewritten(string name, bool isRewritten)
    {
        var project = _projects[name];
        File.AppendAllText(Path.Combine(project.Folder, "Door.cs"), "// Changed.\n");

        Assert.That(Compares(project), Is.EqualTo(isRewritten));
        Assert.That(Compares(project), Is.EqualTo(name == "CopiedBefore"), "A tool that runs in each build rewrites in each build.");
    }

    /// <summary>
    /// The tool runs if the assembly is newer than the tool's stamp file. If weaving made the assembly newer, the tool would rewrite the woven assembly.
    /// </summary>
    [Test]
    public void A_tool_that_compares_times_rewrites_what_was_compiled_and_no_more()
    {
        Assert.That(_output, Does.Contain("Rewrote Stamped."));
        Assert.That(_projects["Stamped"].Build("-c", "Release", "--no-restore"), Does.Not.Contain("Rewrote Stamped."));
    }

    [Test]
    public void Fody_names_the_weaver_last_where_nobody_says_in_which_order_to_weave() =>
        Assert.That(XDocument.Load(Path.Combine(_projects["Unconfigured"].Folder, "FodyWeavers.xml")).Root!.Elements().Select(weaver => weaver.Name.LocalName), Is.EqualTo(["Counting", "PooledAwait"]));

    /// <summary>Fody creates FodyWeavers.xml after the compiler has run, although the file is one of the compiler's inputs.</summary>
    [Test]
    public void What_Fody_has_configured_is_not_woven_again() => Assert.That(_projects["Unconfigured"].Build("-c", "Release", "--no-restore"), Does.Not.Contain("Fody/PooledAwait:"));

    private static bool Compares(FreshProject project) => project.Build("-c", "Release", "--no-restore", "-v:d").Contains("--second-methods", StringComparison.Ordinal);

    private string Target(string when, string target, string way, string file, string condition = "true") => $"""
        <Target Name="Rewrite" {when}="{target}" Condition="{condition}">
          <Exec Command="&quot;{Dotnet.Host}&quot; &quot;{_rewriter}&quot; {way} &quot;{file}&quot;" />
        </Target>
        """;
}
