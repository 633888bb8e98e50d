using Microsoft.Build.Framework;

namespace PooledAwait.Fody.Build;

/// <summary>Decides whether a project packs a file into a certain folder of its package.</summary>
public sealed class FindPackageFolder : Decision
{
    private static readonly char[] s_separators = ['/', '\\'];

    /// <summary>
    /// Paths in the package, with slashes of either kind. One item may hold several paths with semicolons between them, as the metadata PackagePath does.
    /// </summary>
    public string[] Paths { get; set; } = [];

    /// <summary>A folder in the root of the package.</summary>
    [Required]
    public string Folder { get; set; } = "";

    [Output]
    public bool IsUsed { get; set; }

    protected override void Decide() => IsUsed = Paths.SelectMany(path => path.Split(';')).Any(path => Folder.Equals(FirstFolder(path), StringComparison.OrdinalIgnoreCase));

    private static string? FirstFolder(string path) => path.Split(s_separators).Select(folder => folder.Trim()).FirstOrDefault(folder => folder is not ("" or "."));
}
