using Microsoft.Build.Framework;

namespace PooledAwait.Fody.Build;

/// <summary>
/// Decides whether the configuration of a project names PooledAwait. Fody reads the configuration from up to three places, and runs every weaver that one of
/// these places names.
/// </summary>
public sealed class FindNamedWeavers : Decision
{
    /// <summary>The property WeaverConfiguration, which holds the text of a FodyWeavers.xml.</summary>
    public string Property { get; set; } = "";

    /// <summary>The existing FodyWeavers.xml files: the one that several projects share, and the project's own.</summary>
    public string[] Files { get; set; } = [];

    /// <summary>
    /// Whether an element names PooledAwait. Ignores case, because the build reports a name in the wrong case as misspelt, not as missing. Also true if the
    /// text of one of the places is not a FodyWeavers.xml. In that case, Fody must run, because Fody reports what is wrong with the text.
    /// </summary>
    [Output]
    public bool NamesPooledAwait { get; set; }

    /// <summary>Whether an element names any weaver. Also true if the text of one of the places is not a FodyWeavers.xml.</summary>
    [Output]
    public bool NamesAny { get; set; }

    protected override void Decide()
    {
        var places = Files.Select(File.ReadAllText).Concat(Property == "" ? [] : [Property]).Select(WeaverElements.NamesIn).ToList();
        var names = places.SelectMany(place => place ?? [FindMisspeltWeaver.PooledAwait]).ToList();
        NamesPooledAwait = names.Contains(FindMisspeltWeaver.PooledAwait, StringComparer.OrdinalIgnoreCase);
        NamesAny = names.Count > 0;
    }
}
