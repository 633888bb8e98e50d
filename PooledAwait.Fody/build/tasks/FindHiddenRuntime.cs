using Microsoft.Build.Framework;

namespace PooledAwait.Fody.Build;

/// <summary>
/// Decides whether a library hides PooledAwait.Runtime from the projects that use the library. A reference to the weaver's package also brings the runtime. If
/// this reference hides the runtime (PrivateAssets), the library needs a second reference, to the runtime itself. The second reference must not hide the
/// runtime.
/// </summary>
public sealed class FindHiddenRuntime : Decision
{
    private static readonly char[] s_separators = [';', ','];

    /// <summary>The references to PooledAwait.Fody.</summary>
    public ITaskItem[] Weaver { get; set; } = [];

    /// <summary>The references to the package or to the project of PooledAwait.Runtime.</summary>
    public ITaskItem[] Runtime { get; set; } = [];

    [Output]
    public bool IsHidden { get; set; }

    protected override void Decide() => IsHidden = Weaver.Any(Hides) && (Runtime.Length == 0 || Runtime.Any(Hides));

    // NuGet ignores case and white space in PrivateAssets.
    private static bool Hides(ITaskItem reference) => reference.GetMetadata("PrivateAssets").Split(s_separators).Select(asset => asset.Trim().ToLowerInvariant()).Any(asset => asset is "all" or "runtime");
}
