using System.Text.RegularExpressions;
using Microsoft.Build.Framework;

namespace PooledAwait.Fody.Build;

/// <summary>
/// Finds an element of FodyWeavers.xml whose name is nearly PooledAwait, and is not the name of another weaver. Fody distinguishes lower case from upper case,
/// so PooledAwait in another case is misspelt, too.
/// </summary>
public sealed class FindMisspeltWeaver : Decision
{
    internal const string PooledAwait = "PooledAwait";

    private static readonly Regex s_nearly = new(@"^p\w{0,3}l\w{0,3}[._-]?a?w\w{0,2}t\w{0,3}(\.Fody)?$", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);

    /// <summary>The project's FodyWeavers.xml.</summary>
    [Required]
    public string WeaversXml { get; set; } = "";

    /// <summary>The assemblies of the project's weavers, without folders and extensions.</summary>
    public string[] Weavers { get; set; } = [];

    /// <summary>The name of the first misspelt element; empty if there is none.</summary>
    [Output]
    public string Misspelt { get; set; } = "";

    protected override void Decide()
    {
        var weavers = Weavers.Select(weaver => Regex.Replace(weaver, @"\.Fody\b", "", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant));
        Misspelt = (WeaverElements.NamesIn(File.ReadAllText(WeaversXml)) ?? []).FirstOrDefault(name => s_nearly.IsMatch(name) && !weavers.Contains(name)) ?? "";
    }
}
