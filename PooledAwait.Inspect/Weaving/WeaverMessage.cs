using Mono.Cecil.Cil;

namespace PooledAwait.Inspect.Weaving;

/// <summary>One thing the weaver said.</summary>
/// <param name="Level">How much it matters.</param>
/// <param name="Text">What it said.</param>
/// <param name="Place">Source file and line, where it named one.</param>
public sealed record WeaverMessage(WeaverMessageLevel Level, string Text, string? Place)
{
    public static WeaverMessage At(SequencePoint? point, WeaverMessageLevel level, string text) =>
        new(level, text, point == null ? null : $"{point.Document.Url}({point.StartLine},{point.StartColumn})");
}

public enum WeaverMessageLevel
{
    Low,
    Normal,
    High,
    Warning,
    Error,
}
