using System.Xml.Linq;

namespace Tests.Packaging;

/// <summary>Several projects of one folder, which one command builds, some of them at the same time.</summary>
internal sealed class FreshSolution
{
    private const string Name = "All.slnx";

    private readonly string _folder;

    public FreshSolution(string folder, IEnumerable<FreshProject> projects)
    {
        _folder = folder;

        // Each in a folder of the solution: there may be two of one name.
        new XElement("Solution", projects.Select(project => Path.GetRelativePath(folder, project.File)).Select(path =>
                new XElement("Folder", new XAttribute("Name", $"/{path.Replace(Path.DirectorySeparatorChar, '.')}/"),
                    new XElement("Project", new XAttribute("Path", path)))))
            .Save(Path.Combine(folder, Name));
    }

    /// <summary>Builds it, which has to succeed.</summary>
    public string Build(params string[] arguments) => Dotnet.Run(_folder, ["build", Name, "-m", .. arguments]);

    /// <summary>Publishes it, which has to succeed.</summary>
    public string Publish(params string[] arguments) => Dotnet.Run(_folder, ["publish", Name, "-m", .. arguments]);

    /// <summary>Builds it, which may fail.</summary>
    public (int ExitCode, string Output) TryBuild(params string[] arguments) => Dotnet.TryRun(_folder, ["build", Name, "-m", .. arguments]);
}
