using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;
using PooledAwait.Inspect.Files;

namespace PooledAwait.Inspect.Comparing;

/// <summary>The program that is compared: an assembly with what its host needs beside it.</summary>
/// <param name="Assembly">Its file.</param>
/// <param name="BringsFramework">Whether the framework lies in its folder, so that a host of its own starts it.</param>
internal sealed record ComparedProgram(string Assembly, bool BringsFramework)
{
    private const string ConfigExtension = ".runtimeconfig.json";

    /// <exception cref="InputException">It is no program.</exception>
    public static ComparedProgram Of(string assembly)
    {
        var config = Path.ChangeExtension(assembly, ConfigExtension);
        if (!File.Exists(config))
        {
            throw new InputException($"'{assembly}' is no program: there is no '{Path.GetFileName(config)}' beside it.");
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

    /// <summary>The program's folder, of which those assemblies are to be woven that a build would weave: not those of packages.</summary>
    public Input OwnFolder()
    {
        var folder = Input.Find(Path.GetDirectoryName(Assembly)!);
        if (DependencyManifest.ProjectFiles(Path.ChangeExtension(Assembly, DependencyManifest.Extension)) is not { } own)
        {
            return folder;
        }

        var isOwn = folder.Assemblies.ToLookup(assembly => own.Contains(Path.GetFileName(assembly)));
        return folder with { Assemblies = [.. isOwn[true]], Others = [.. folder.Others, .. isOwn[false]] };
    }

    /// <summary>How the program is started from a folder that is its own or a copy of that.</summary>
    public ProcessStartInfo StartFrom(string folder, IEnumerable<string> arguments)
    {
        var assembly = Path.Combine(folder, Path.GetFileName(Assembly));
        return BringsFramework
            ? new ProcessStartInfo(Path.ChangeExtension(assembly, OperatingSystem.IsWindows() ? ".exe" : null), arguments)
            : new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", [assembly, .. arguments]);
    }
}
