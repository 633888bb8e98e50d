using System.Xml.Linq;

namespace Tests.Packaging;

/// <summary>The projects of one folder. One command builds all of them, several at the same time.</summary>
internal sealed class FreshSolution
{
    private readonly string _folder;
    private readonly string _name;

    public FreshSolution(string folder, IEnumerable<FreshProject> projects, string name = "All")
    {
        _folder = folder;
        _name = $"{name}.slnx";

        // Each project has its own solution folder, because two projects may have the same name.
        new XElement("Solution", projects.Select(project => Path.GetRelativePath(folder, project.File)).Select(path =>
                new XElement("Folder", new XAttribute("Name", $"/{path.Replace(Path.DirectorySeparatorChar, '.')}/"),
                    new XElement("Project", new XAttribute("Path", path)))))
            .Save(Path.Combine(folder, _name));
    }

    /// <summary>Builds the solution. The build must succeed.</summary>
    public string Build(params string[] arguments) => Dotnet.Run(_folder, ["build", _name, "-m", .. arguments]);

    /// <summary>Publishes the solution. The command must succeed.</summary>
    public string Publish(params string[] arguments) => Dotnet.Run(_folder, ["publish", _name, "-m", .. arguments]);

    /// <summary>Builds the solution. The build may fail.</summary>
    public (int ExitCode, string Output) TryBuild(params string[] arguments) => Dotnet.TryRun(_folder, ["build", _name, "-m", .. arguments]);
}
