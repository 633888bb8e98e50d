using System.Reflection;

namespace Benchmarks.Reporting;

/// <summary>The commit of the measured code, for the pages that show figures.</summary>
internal static class SourceCommit
{
    private const int ShortLength = 8;

    /// <summary>The first digits of the commit that this assembly was built from; null if the assembly was built outside a clone.</summary>
    public static string? Short { get; } = Of(typeof(SourceCommit).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion);

    /// <param name="version">An informational version. The SDK puts the commit after a plus sign.</param>
    public static string? Of(string? version) =>
        version?.Split('+') is [_, { Length: >= ShortLength } commit] ? commit[..ShortLength] : null;
}
