using Microsoft.Build.Framework;

namespace PooledAwait.Fody.Build;

/// <summary>
/// Reads what the weaver prints while it weaves published files. The weaver prints one line for each assembly that it can weave. Each line begins with the name
/// of the file.
/// </summary>
public sealed class ReadWeaverOutput : Decision
{
    public string[] Lines { get; set; } = [];

    /// <summary>The libraries that were passed to the weaver.</summary>
    public ITaskItem[] Libraries { get; set; } = [];

    /// <summary>The assemblies that were passed to the weaver and were compiled by projects of the solution.</summary>
    public ITaskItem[] OfProjects { get; set; } = [];

    /// <summary>The libraries that have no line, because the weaver cannot weave them.</summary>
    [Output]
    public ITaskItem[] Unwoven { get; set; } = [];

    /// <summary>The printed lines about assemblies of projects.</summary>
    [Output]
    public string LinesOfProjects { get; set; } = "";

    protected override void Decide()
    {
        Unwoven = [.. Libraries.Where(library => !Lines.Any(line => IsOf(library, line)))];
        LinesOfProjects = string.Join("\n", Lines.Where(line => OfProjects.Any(assembly => IsOf(assembly, line))));
    }

    private static bool IsOf(ITaskItem assembly, string line) => line.StartsWith($"{assembly.GetMetadata("Filename")}.dll: ", StringComparison.Ordinal);
}
