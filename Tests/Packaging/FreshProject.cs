using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Tests.Packaging;

/// <summary>A project in a folder outside the repository, like the project of a user who adds the package.</summary>
internal sealed class FreshProject
{
    private readonly XElement _properties = new("PropertyGroup");
    private readonly XElement _items = new("ItemGroup");
    private readonly string _extension;
    private readonly string _sdk;

    private FreshProject(string parent, string name, string frameworks, string extension = ".csproj", string sdk = "Microsoft.NET.Sdk")
    {
        Name = name;
        _extension = extension;
        _sdk = sdk;
        Folder = Directory.CreateDirectory(Path.Combine(parent, name)).FullName;
        With(frameworks.Contains(';') ? "TargetFrameworks" : "TargetFramework", frameworks);
        if (extension == ".csproj")
        {
            With("LangVersion", "latest");
            With("Nullable", "enable");
        }

        With("TreatWarningsAsErrors", "true");
    }

    public string Name { get; }

    public string Folder { get; }

    public string File => Path.Combine(Folder, Name + _extension);

    /// <summary>Creates the project of a program that prints what its calls allocate.</summary>
    public static FreshProject Console(string parent, string name, bool withCalls = true)
    {
        var project = new FreshProject(parent, name, "net10.0").With("OutputType", "Exe").Source("Program.cs");
        return withCalls ? project.Source("Calls.cs").Source("Gate.cs") : project;
    }

    /// <summary>Creates a library that contains only the calls.</summary>
    public static FreshProject Library(string parent, string name, string frameworks) =>
        new FreshProject(parent, name, frameworks).Source("Calls.cs").Source("Gate.cs");

    /// <summary>Creates a project that has no source yet.</summary>
    /// <param name="parent">The folder in which the project's folder is created.</param>
    /// <param name="name">The project's name.</param>
    /// <param name="frameworks">The project's target frameworks.</param>
    /// <param name="sdk">The SDK that builds the project.</param>
    public static FreshProject Of(string parent, string name, string frameworks = "net10.0", string sdk = "Microsoft.NET.Sdk") =>
        new(parent, name, frameworks, sdk: sdk);

    /// <summary>Creates a library that has no source yet, in any language.</summary>
    /// <param name="parent">The folder in which the project's folder is created.</param>
    /// <param name="name">The project's name.</param>
    /// <param name="extension">The extension of the language's project files.</param>
    public static FreshProject In(string parent, string name, string extension) => new(parent, name, "net10.0", extension);

    public FreshProject With(string property, string value)
    {
        _properties.SetElementValue(property, value);
        return Save();
    }

    /// <summary>Adds a reference to the weaver's package, with the given metadata, and a FodyWeavers.xml that contains only the weaver's element.</summary>
    public FreshProject Woven(params (string Name, string Value)[] metadata) =>
        Package("PooledAwait.Fody", metadata).Weavers("<PooledAwait />");

    /// <summary>Sets the elements of FodyWeavers.xml.</summary>
    public FreshProject Weavers(string elements) => Text("FodyWeavers.xml", $"<Weavers>{elements}</Weavers>");

    public FreshProject Package(string id, params (string Name, string Value)[] metadata) => Add("PackageReference", id,
        [("Version", Packed.Version), .. metadata]);

    /// <summary>Adds a reference to a package that is not from this repository.</summary>
    /// <param name="id">The package's name.</param>
    /// <param name="version">The version; null if versions are managed centrally.</param>
    /// <param name="metadata">Further metadata of the reference.</param>
    public FreshProject OtherPackage(string id, string? version, params (string Name, string Value)[] metadata) =>
        Add("PackageReference", id, version == null ? metadata : [("Version", version), .. metadata]);

    public FreshProject Project(FreshProject other) => Add("ProjectReference", other.File);

    public FreshProject Item(string kind, string include) => Add(kind, include);

    /// <summary>Adds properties, given as XML.</summary>
    public FreshProject Properties(string lines)
    {
        _properties.Add(XElement.Parse($"<Lines>{lines}</Lines>").Elements());
        return Save();
    }

    /// <summary>Adds items, given as XML.</summary>
    public FreshProject Items(string lines)
    {
        _items.Add(XElement.Parse($"<Lines>{lines}</Lines>").Elements());
        return Save();
    }

    /// <summary>Copies a file of Fresh/ into the project.</summary>
    public FreshProject Source(string name)
    {
        System.IO.File.Copy(Repository.PathOf("Tests", "Packaging", "Fresh", name), Path.Combine(Folder, name));
        return this;
    }

    public FreshProject Text(string file, string text)
    {
        System.IO.File.WriteAllText(Path.Combine(Folder, file), text);
        return this;
    }

    /// <summary>Builds the project. The build must succeed without a warning.</summary>
    public string Build(params string[] arguments)
    {
        var output = Dotnet.Run(Folder, ["build", "-v:n", .. arguments]);
        Assert.That(output, Does.Contain("0 Warning(s)"));
        return output;
    }

    /// <summary>Builds the project. The build may fail or warn.</summary>
    public (int ExitCode, string Output) TryBuild(params string[] arguments) => Dotnet.TryRun(Folder, ["build", "-v:n", .. arguments]);

    /// <summary>
    /// Returns this project's warnings and errors from the output of a build of several projects. Returns each fault once, although a build repeats faults in
    /// its summary. MSBuild appends the project file to a fault. If the fault is in the project file itself, the line begins with this file instead.
    /// </summary>
    public string[] FaultsIn(string output)
    {
        const string Fault = @"(?:warning|error)(?: \w+)? ?: [^\r\n]*";
        var file = Regex.Escape(File);
        return
        [
            .. Regex.Matches(output, $@"^\s*(?:\d+>)?(?:(?<fault>{file} ?: {Fault})|(?<fault>[^\n]*\b{Fault}) \[{file}\])\r?$", RegexOptions.Multiline)
                .Select(match => match.Groups["fault"].Value)
                .Distinct(),
        ];
    }

    public string Output(string configuration, string framework) => Path.Combine(Folder, "bin", configuration, framework, $"{Name}.dll");

    /// <summary>Runs the built program, and reads what it prints about its calls.</summary>
    public CallsReport Run(string configuration) => CallsReport.Parse(Dotnet.Run(Folder, Output(configuration, "net10.0")));

    private FreshProject Add(string kind, string include, params (string Name, string Value)[] metadata)
    {
        _items.Add(new XElement(kind, new XAttribute("Include", include), metadata.Select(pair => new XAttribute(pair.Name, pair.Value))));
        return Save();
    }

    private FreshProject Save()
    {
        new XElement("Project", new XAttribute("Sdk", _sdk), _properties, _items).Save(File);
        return this;
    }
}
