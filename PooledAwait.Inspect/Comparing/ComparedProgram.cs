using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;
using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Comparing;

/// <summary>The program that is compared: an assembly in a folder with all files that its host needs.</summary>
/// <param name="Assembly">The assembly's file.</param>
/// <param name="BringsFramework">Whether the program's folder contains the framework. If so, the program's own host starts it, not <c>dotnet</c>.</param>
internal sealed record ComparedProgram(string Assembly, bool BringsFramework)
{
    private const string ConfigExtension = ".runtimeconfig.json";

    /// <exception cref="InputException">The assembly is not a program.</exception>
    public static ComparedProgram Of(string assembly)
    {
        var config = Path.ChangeExtension(assembly, ConfigExtension);
        if (!File.Exists(config))
        {
            throw new InputException($"'{assembly}' is not a program: there is no '{Path.GetFileName(config)}' beside it.");
        }

        try
        {
            var root = JsonNode.Parse(File.ReadAllText(config), documentOptions: new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip });
            return new ComparedProgram(assembly, root?["runtimeOptions"]?["includedFrameworks"] != null);
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            throw new InputException($"'{config}' cannot be read: {exception.Message}");
        }
    }

    /// <summary>
    /// Returns the program's folder. The result's <c>Assemblies</c> are those that a build would weave: assemblies of projects, not of packages. If the
    /// program has no usable manifest, they are all assemblies of the folder.
    /// </summary>
    /// <param name="progress">Gets a line for each assembly that may belong either to a project or to a package.</param>
    public Input OwnFolder(TextWriter progress)
    {
        var folder = Input.Find(Path.GetDirectoryName(Assembly)!);
        var manifest = Path.ChangeExtension(Assembly, DependencyManifest.Extension);
        if (DependencyManifest.ProjectFiles(manifest) is not { } projects || DependencyManifest.ReferencedFiles(manifest) is not { } references)
        {
            return folder;
        }

        var referenced = folder.Assemblies.Where(assembly => references.Contains(Path.GetFileName(assembly))).ToLookup(SymbolFile.IsThereFor);
        var isOwn = folder.Assemblies.ToLookup(assembly => projects.Contains(Path.GetFileName(assembly)) || referenced[true].Contains(assembly));
        Tell(referenced[true], "Woven: it has symbols, so it counts as a project's");
        Tell(referenced[false], "Not woven: it has no symbols, so it counts as a package's (--packages weaves it)");
        return folder with { Assemblies = [.. isOwn[true]], Others = [.. folder.Others, .. isOwn[false]] };

        void Tell(IEnumerable<string> assemblies, string what)
        {
            foreach (var assembly in assemblies)
            {
                progress.WriteLine($"{what}: {Path.GetFileName(assembly)}");
            }
        }
    }

    /// <summary>Returns how to start the program from its own folder, or from a copy of that folder.</summary>
    public ProcessStartInfo StartFrom(string folder, IEnumerable<string> arguments)
    {
        var assembly = Path.Combine(folder, Path.GetFileName(Assembly));
        return BringsFramework
            ? new ProcessStartInfo(Path.ChangeExtension(assembly, OperatingSystem.IsWindows() ? ".exe" : null), arguments)
            : new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", [assembly, .. arguments]);
    }
}
