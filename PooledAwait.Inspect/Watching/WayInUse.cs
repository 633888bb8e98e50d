using System.Text.Json.Serialization;

namespace PooledAwait.Inspect.Watching;

/// <summary>The way in which a process's runtime library implements a feature: the best way, or a fallback.</summary>
/// <param name="Way">The feature's name, for example boxes.</param>
/// <param name="Used">The way in use.</param>
/// <param name="Reason">The reason why the fallback is in use; null if the best way is in use.</param>
internal sealed record WayInUse(string Way, string Used, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Reason)
{
    private const string Tag = "pooledawait.way";

    /// <summary>Reads the way in use from the tags of an event; null if the tags describe something else.</summary>
    /// <param name="tags">The tags, in the event's format: <c>name=value,name=value</c>. No value contains a comma.</param>
    public static WayInUse? Of(string tags)
    {
        var values = tags.Split(',').Select(tag => tag.Split('=', 2)).Where(tag => tag.Length == 2).ToLookup(tag => tag[0], tag => tag[1]);
        return values[Tag].FirstOrDefault() is { } way && values[Tag + ".used"].FirstOrDefault() is { } used
            ? new WayInUse(way, used, values[Tag + ".reason"].FirstOrDefault())
            : null;
    }
}
