using System.Text.Json.Serialization;

namespace PooledAwait.Inspect.Watching;

/// <summary>The way in which a process's runtime library does something for which it has a fallback.</summary>
/// <param name="Way">The subject, for example boxes.</param>
/// <param name="Used">The way in use.</param>
/// <param name="Reason">The reason for the fallback; null if it is not in use.</param>
internal sealed record WayInUse(string Way, string Used, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Reason)
{
    private const string Tag = "pooledawait.way";

    /// <summary>Reads a way from tags; null if they are not those of a way.</summary>
    /// <param name="tags">The tags in the form of the event: <c>name=value,name=value</c>. No value contains a comma.</param>
    public static WayInUse? Of(string tags)
    {
        var values = tags.Split(',').Select(tag => tag.Split('=', 2)).Where(tag => tag.Length == 2).ToLookup(tag => tag[0], tag => tag[1]);
        return values[Tag].FirstOrDefault() is { } way && values[Tag + ".used"].FirstOrDefault() is { } used
            ? new WayInUse(way, used, values[Tag + ".reason"].FirstOrDefault())
            : null;
    }
}
