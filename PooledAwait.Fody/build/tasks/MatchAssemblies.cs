using System.Text.RegularExpressions;
using Microsoft.Build.Framework;

namespace PooledAwait.Fody.Build;

/// <summary>
/// Finds the assemblies that a publishing option names. The option contains patterns for assembly names without extension. In a pattern, <c>*</c> stands for
/// any text, and case does not matter. White space, semicolons, commas and <c>|</c> separate patterns.
/// </summary>
public sealed class MatchAssemblies : Decision
{
    public string Patterns { get; set; } = "";

    /// <summary>The patterns to use if <see cref="Patterns"/> contains none.</summary>
    public string Default { get; set; } = "";

    public ITaskItem[] Assemblies { get; set; } = [];

    /// <summary>The assemblies that a pattern matches.</summary>
    [Output]
    public ITaskItem[] Matched { get; set; } = [];

    /// <summary>The patterns that match no assembly.</summary>
    [Output]
    public string[] Unmatched { get; set; } = [];

    protected override void Decide()
    {
        var patterns = Parse(Patterns);
        if (patterns.Count == 0)
        {
            patterns = Parse(Default);
        }

        Matched = [.. Assemblies.Where(assembly => patterns.Any(pattern => Matches(pattern, assembly)))];
        Unmatched = [.. patterns.Where(pattern => !Matched.Any(assembly => Matches(pattern, assembly)))];
    }

    private static List<string> Parse(string patterns) => [.. Regex.Split(patterns, @"[\s;,|]+").Where(pattern => pattern != "")];

    private static bool Matches(string pattern, ITaskItem assembly) => Regex.IsMatch(
        assembly.GetMetadata("Filename"), $"^{Regex.Escape(pattern).Replace("\\*", ".*")}$", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
}
