using System.Diagnostics;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace PooledAwait.Inspect.Files;

/// <summary>
/// Reads and changes the <c>.deps.json</c> file beside a program. The file lists everything that the program can load. The host does not find a library that is
/// in the folder but not in this list.
/// </summary>
internal static class DependencyManifest
{
    public const string Extension = ".deps.json";

    private static readonly JsonSerializerOptions s_options = new() { WriteIndented = true, NewLine = "\n" };

    /// <summary>
    /// Returns the manifest with a library added. The library's other versions are removed. Returns null if the file is not a manifest, or already lists this
    /// version.
    /// </summary>
    /// <param name="manifest">The file.</param>
    /// <param name="library">The library's file. A copy will be beside the manifest.</param>
    public static byte[]? With(string manifest, string library)
    {
        var assembly = AssemblyName.GetAssemblyName(library);
        var version = assembly.Version!.ToString(3);
        var name = $"{assembly.Name}/{version}";
        if (Read(manifest) is not { } root ||
            root["runtimeTarget"]?["name"]?.GetValue<string>() is not { } target ||
            root["targets"]?[target] is not JsonObject targets ||
            root["libraries"] is not JsonObject libraries ||
            libraries.ContainsKey(name))
        {
            return null;
        }

        foreach (var other in libraries.Select(entry => entry.Key).Where(key => key.StartsWith(assembly.Name + "/", StringComparison.OrdinalIgnoreCase)).ToList())
        {
            libraries.Remove(other);
            targets.Remove(other);
        }

        foreach (var dependencies in targets.Select(entry => entry.Value?["dependencies"]).OfType<JsonObject>().Where(dependencies => dependencies.ContainsKey(assembly.Name!)))
        {
            dependencies[assembly.Name!] = version;
        }

        targets[name] = new JsonObject
        {
            ["runtime"] = new JsonObject
            {
                [Path.GetFileName(library)] = new JsonObject
                {
                    ["assemblyVersion"] = assembly.Version.ToString(),
                    ["fileVersion"] = FileVersionInfo.GetVersionInfo(library).FileVersion,
                },
            },
        };
        libraries[name] = new JsonObject { ["type"] = "reference", ["serviceable"] = false, ["sha512"] = "" };
        return JsonSerializer.SerializeToUtf8Bytes(root, s_options);
    }

    /// <summary>
    /// Returns the names of the files that the program's own projects produce, without the files of packages and of the framework; null if the manifest is
    /// missing or invalid.
    /// </summary>
    public static IReadOnlySet<string>? ProjectFiles(string manifest) => Files(manifest, library => library["type"]?.GetValue<string>() == "project");

    /// <summary>
    /// Returns the names of the files that the manifest lists as references; null if the manifest is missing or invalid. A reference may be an assembly that a
    /// project refers to by path, an assembly whose project has another name, or an assembly of a project that is referred to with PrivateAssets. The manifest
    /// does not distinguish these cases.
    /// </summary>
    public static IReadOnlySet<string>? ReferencedFiles(string manifest) => Files(manifest, library => library["type"]?.GetValue<string>() == "reference");

    /// <summary>Returns the names of all assemblies that a program finds in its folder; null if the manifest is missing or invalid.</summary>
    public static IReadOnlySet<string>? Files(string manifest) => Files(manifest, _ => true);

    private static HashSet<string>? Files(string manifest, Func<JsonNode, bool> isWanted)
    {
        if (!File.Exists(manifest) || Read(manifest) is not { } root ||
            root["runtimeTarget"]?["name"]?.GetValue<string>() is not { } target ||
            root["targets"]?[target] is not JsonObject targets ||
            root["libraries"] is not JsonObject libraries)
        {
            return null;
        }

        var files = from library in libraries
                    where library.Value != null && isWanted(library.Value)
                    from file in targets[library.Key]?["runtime"] as JsonObject ?? []
                    select Path.GetFileName(file.Key);
        return files.ToHashSet(StringComparer.OrdinalIgnoreCase);
    }

    private static JsonNode? Read(string manifest)
    {
        try
        {
            using var stream = File.OpenRead(manifest);
            return JsonNode.Parse(stream) as JsonObject;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
