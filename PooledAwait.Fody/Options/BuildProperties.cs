using Fody;

namespace PooledAwait.Fody.Options;

/// <summary>The options that a build sets by MSBuild properties, as the package's targets write them beside the assembly, each on a line of its own.</summary>
internal static class BuildProperties
{
    /// <summary>The property for an option.</summary>
    public static string Of(string option) => $"PooledAwait{option}";

    /// <param name="weaver">Knows the project and its assembly.</param>
    /// <returns>Texts by the option's name; none outside a build.</returns>
    public static IReadOnlyDictionary<string, string> Read(BaseModuleWeaver weaver)
    {
        var file = Path.Combine(
            Path.GetDirectoryName(weaver.AssemblyFilePath) ?? "",
            $"{Path.GetFileName(weaver.ProjectFilePath)}.PooledAwait.inputs.cache");
        var lines = File.Exists(file) ? File.ReadAllLines(file) : [];
        return OptionsReader.Names
            .Select(option => (Option: option, Line: lines.FirstOrDefault(line => line.StartsWith($"{Of(option)}=", StringComparison.Ordinal))))
            .Where(found => found.Line != null)
            .ToDictionary(found => found.Option, found => Uri.UnescapeDataString(found.Line!.Substring(Of(found.Option).Length + 1)));
    }
}
