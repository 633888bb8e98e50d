using System.Diagnostics;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace PooledAwait.Inspect.Files;

/// <summary>
/// The <c>.deps.json</c> file beside a program, which lists all that its host lets it load: a library that is copied into the folder and not listed
/// would not be found.
/// </summary>
internal static class DependencyManifest
{
    public const string Extension = ".deps.json";

    private static readonly JsonSerializerOptions s_options = new() { WriteIndented = true, NewLine = "\n" };

    /// <summary>The manifest with one more library, also in place of another version of it; null where it is no manifest, or lists that version already.</summary>
    /// <param name="manifest">The file.</param>
    /// <param name="library">The library's file, which will lie beside it.</param>
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

    /// <summary>The names of the files that the program's own projects compile, packages and the framework apart; null where it does not say.</summary>
    public static IReadOnlySet<string>? ProjectFiles(string manifest) => Files(manifest, library => library["type"]?.GetValue<string>() == "project");

    /// <summary>
    /// The names of the files that it refers to by path, as an assembly that a project brought or a project under another name than its assembly's, or one that its
    /// project refers to for itself alone (PrivateAssets): the manifest does not tell these from each other. Null where it does not say.
    /// </summary>
    public static IReadOnlySet<string>? ReferencedFiles(string manifest) => Files(manifest, library => library["type"]?.GetValue<string>() == "reference");

    /// <summary>The names of all assemblies that a program finds beside it; null where it does not say.</summary>
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
