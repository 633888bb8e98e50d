namespace Benchmarks.Charts;

/// <summary>The colours for a light or a dark page.</summary>
internal sealed record Theme(
    string Name, string Page, string Border, string Text, string Muted, string Code, string NotWoven, string Peer, string Woven)
{
    public static IReadOnlyList<Theme> All { get; } =
    [
        new("light", "#ffffff", "#d1d9e0", "#1f2328", "#59636e", "#f6f8fa", "#8c959f", "#bf8700", "#0969da"),
        new("dark", "#0d1117", "#3d444d", "#f0f6fc", "#9198a1", "#151b23", "#7d8590", "#d29922", "#4493f8"),
    ];
}
