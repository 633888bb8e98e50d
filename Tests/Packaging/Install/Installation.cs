namespace Tests.Packaging.Install;

/// <summary>
/// Projects that install the package in every way that the documentation describes. Warnings are errors. One command builds projects in Release, and another
/// command builds projects in Debug.
/// </summary>
internal sealed class Installation
{
    private static readonly Lazy<Installation> s_built = new(() => new Installation());

    private readonly Dictionary<string, FreshProject> _release = [];
    private readonly Dictionary<string, FreshProject> _debug = [];

    private Installation()
    {
        Folder = Packed.NewFolder();
        foreach (var project in KindsOfProjects.Of(Folder))
        {
            project.Package("PooledAwait.Fody");
            _release.Add(project.Name, project);
            _debug.Add(project.Name, project);
        }

        AddDebugWoven();
        AddUntouched();
        AddHidden();
        SharedRepository.Lay(Path.Combine(Folder, "Repository"), AddTo(_release));
        SharedRepository.LayGlobal(Path.Combine(Folder, "Global"), AddTo(_release));

        ReleaseOutput = new FreshSolution(Folder, _release.Values, "Release").Build("-c", "Release", "-v:n");
        DebugOutput = new FreshSolution(Folder, _debug.Values, "Debug").Build("-v:n");
    }

    /// <summary>The installation. Its projects are written and built when the first test needs them.</summary>
    public static Installation Built => s_built.Value;

    public string Folder { get; }

    public string ReleaseOutput { get; }

    public string DebugOutput { get; }

    public IEnumerable<FreshProject> Projects => _release.Values.Union(_debug.Values);

    public FreshProject this[string name] => _release.GetValueOrDefault(name) ?? _debug[name];

    /// <summary>
    /// Adds projects that are also woven in Debug, because they set Optimize or PooledAwaitEnabled. Each documented file is used for the setting.
    /// </summary>
    private void AddDebugWoven()
    {
        const string InDebug = "<PooledAwaitEnabled Condition=\"'$(Configuration)' == 'Debug'\">true</PooledAwaitEnabled>";
        var always = Documented.Block("<PooledAwaitEnabled>true");
        Documented.Line("docs/options.md", $"| `{always}` | the project, Directory.Build.props or Directory.Build.targets |");
        Documented.Line("docs/options.md", $"| `{InDebug}` | the project or Directory.Build.targets: ");

        Switched("AlwaysByProps").Text("Directory.Build.props", Documented.Properties(always));
        Switched("AlwaysByTargets").Text("Directory.Build.targets", Documented.Properties(always));
        Switched("AlwaysByProject").Properties(always);
        Switched("InDebugByTargets").Text("Directory.Build.targets", Documented.Properties(InDebug));
        Switched("InDebugByProject").Properties(InDebug);
        Switched("OptimizedByTargets").Text("Directory.Build.targets", Documented.Properties("<Optimize>true</Optimize>"));

        FreshProject Switched(string name) => AddTo(_debug)(FreshProject.Library(Folder, name, "net10.0").Package("PooledAwait.Fody"));
    }

    /// <summary>
    /// Adds pairs of projects with the same source, with and without the package. Their assemblies contain no folder name, so the assemblies can be compared.
    /// Also adds a project that uses another add-in beside the package.
    /// </summary>
    private void AddUntouched()
    {
        Placed("Symbols/With", "portable").Package("PooledAwait.Fody");
        Placed("Symbols/WithRuntime", "portable").Package("PooledAwait.Runtime");
        Placed("NoSymbols/With", "none").Package("PooledAwait.Fody");
        Placed("NoSymbols/Without", "none");
        AddTo(_debug)(FreshProject.Library(Folder, "BesideAnother", "net10.0").Package("PooledAwait.Fody")
            .Item("WeaverFiles", OtherWeaver.CompileTo(Folder)).Weavers("<Counting /><PooledAwait />"));

        FreshProject Placed(string place, string symbols)
        {
            var project = FreshProject.Library(Path.Combine(Folder, place), "Untouched", "net10.0")
                .With("PathMap", "$(MSBuildProjectDirectory)=/_").With("DebugType", symbols);
            _debug.Add(place, project);
            return project;
        }
    }

    /// <summary>Adds a library that hides the weaver with the README's two lines, and an application that uses the library but not the weaver.</summary>
    private void AddHidden()
    {
        var library = FreshProject.Library(Folder, "HiddenLibrary", "net10.0").Items(Documented.Block("PrivateAssets=\"all\""));
        AddTo(_release)(library);
        AddTo(_release)(FreshProject.Console(Folder, "HiddenApplication", withCalls: false).Project(library));
    }

    private static Func<FreshProject, FreshProject> AddTo(Dictionary<string, FreshProject> projects) => project =>
    {
        projects.Add(project.Name, project);
        return project;
    };
}
