using System.Text.Json.Serialization;

namespace PooledAwait.Inspect.Watching;

/// <summary>How the runtime library of a process does something for which it has a fallback.</summary>
/// <param name="Way">The subject, for example boxes.</param>
/// <param name="Used">The way that is used.</param>
/// <param name="Reason">Why the fallback is used; null if it is not.</param>
internal sealed record WayInUse(string Way, string Used, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Reason)
{
    private const string Tag = "pooledawait.way";

    /// <summary>Null if the tags are not those of a way.</summary>
    /// <param name="tags">The tags as the event has them: <c>name=value,name=value</c>. No value of these tags contains a comma.</param>
    public static WayInUse? Of(string tags)
    {
        var values = tags.Split(',').Select(tag => tag.Split('=', 2)).Where(tag => tag.Length == 2).ToLookup(tag => tag[0], tag => tag[1]);
        return values[Tag].FirstOrDefault() is { } way && values[Tag + ".used"].FirstOrDefault() is { } used
            ? new WayInUse(way, used, values[Tag + ".reason"].FirstOrDefault())
            : null;
    }
}
