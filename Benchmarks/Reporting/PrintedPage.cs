using System.Reflection;

namespace Benchmarks.Reporting;

/// <summary>A page that a command prints.</summary>
public static class PrintedPage
{
    /// <summary>The line under the title of such a page: the version and the commit of the code that printed it. Tests read it, to notice pages that are too old.</summary>
    public static string Mark
    {
        get
        {
            // The SDK puts the commit behind the version where the sources are in a git repository.
            var parts = typeof(PrintedPage).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+');
            return $"<!-- printed: {parts[0]} at {(parts is [_, { Length: > 7 } commit] ? commit[..7] : "an unknown commit")} -->";
        }
    }
}
