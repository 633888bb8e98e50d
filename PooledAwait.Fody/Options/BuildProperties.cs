using Fody;

namespace PooledAwait.Fody.Options;

/// <summary>
/// Reads the options that come from MSBuild properties. The package's targets write these properties to a file beside the assembly, one on each line.
/// </summary>
internal static class BuildProperties
{
    /// <summary>Returns the name of the MSBuild property that sets an option.</summary>
    public static string Of(string option) => $"PooledAwait{option}";

    /// <param name="weaver">The weaver of the project's assembly.</param>
    /// <returns>The text of each option that a property sets, keyed by the option's name. Empty outside a build.</returns>
    public static IReadOnlyDictionary<string, string> Read(BaseModuleWeaver weaver) => Read(Lines(weaver));

    /// <param name="lines">The lines of the file. This method ignores lines that set no option; other code reads them.</param>
    /// <returns>The text of each option that a line sets, keyed by the option's name.</returns>
    public static IReadOnlyDictionary<string, string> Read(string[] lines) => WeaverOption.Names
        .Select(option => (Option: option, Value: ValueOf(Of(option), lines)))
        .Where(found => found.Value != null)
        .ToDictionary(found => found.Option, found => Uri.UnescapeDataString(found.Value!));

    /// <summary>Returns the target framework of this build. Returns null if the project has only one target framework.</summary>
    /// <param name="weaver">The weaver of the project's assembly.</param>
    public static string? FrameworkOfSeveral(BaseModuleWeaver weaver) => ValueOf("TargetFramework", Lines(weaver));

    private static string[] Lines(BaseModuleWeaver weaver)
    {
        var file = Path.Combine(
            Path.GetDirectoryName(weaver.AssemblyFilePath) ?? "",
            $"{Path.GetFileName(weaver.ProjectFilePath)}.PooledAwait.inputs.cache");
        return File.Exists(file) ? File.ReadAllLines(file) : [];
    }

    private static string? ValueOf(string property, string[] lines) =>
        lines.FirstOrDefault(line => line.StartsWith($"{property}=", StringComparison.Ordinal))?.Substring(property.Length + 1);
}
