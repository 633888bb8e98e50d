using System.Runtime.Versioning;

namespace PooledAwait.Fody.Report;

/// <summary>Finds the framework that an assembly targets, as a project file names it: <c>net10.0</c>, <c>netstandard2.0</c>, <c>net472</c>.</summary>
internal static class TargetFramework
{
    /// <summary>Returns the name of the framework; null if the assembly names no framework, or an unknown one.</summary>
    public static string? Of(ModuleDefinition module) => module.Assembly?.CustomAttributes
        .Where(attribute => attribute.AttributeType.FullName == typeof(TargetFrameworkAttribute).FullName)
        .Select(attribute => attribute.ConstructorArguments.FirstOrDefault().Value as string)
        .Select(Moniker)
        .FirstOrDefault();

    private static string? Moniker(string? name)
    {
        if (string.IsNullOrEmpty(name))
        {
            return null;
        }

        try
        {
            var framework = new FrameworkName(name);
            var version = framework.Version;
            return framework.Identifier switch
            {
                ".NETCoreApp" => $"{(version.Major < 5 ? "netcoreapp" : "net")}{version.Major}.{version.Minor}",
                ".NETStandard" => $"netstandard{version.Major}.{version.Minor}",
                ".NETFramework" => $"net{version.ToString().Replace(".", "")}",
                _ => null,
            };
        }
        catch (ArgumentException)
        {
            // The attribute may contain any text, even one that is not the name of a framework.
            return null;
        }
    }
}
