using Mono.Cecil.Cil;

namespace PooledAwait.Inspect.Weaving;

/// <summary>One message of the weaver.</summary>
/// <param name="Level">The importance of the message.</param>
/// <param name="Text">The text.</param>
/// <param name="Place">The source file and line; null if the weaver reported none.</param>
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
