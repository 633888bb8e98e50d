using System.Text.Json.Serialization;

namespace PooledAwait.Inspect.Watching;

/// <summary>How the runtime library of a process does something for which it has a fallback.</summary>
/// <param name="Way">What it is about: boxes, for instance.</param>
/// <param name="Used">What is done.</param>
/// <param name="Reason">Why it is the fallback; null where it is not.</param>
internal sealed record WayInUse(string Way, string Used, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Reason)
{
    private const string Tag = "pooledawait.way";

    /// <summary>Null where the tags are not those of a way.</summary>
    /// <param name="tags">As the event has them: <c>name=value,name=value</c>; no value of these has a comma.</param>
    public static WayInUse? Of(string tags)
    {
        var values = tags.Split(',').Select(tag => tag.Split('=', 2)).Where(tag => tag.Length == 2).ToLookup(tag => tag[0], tag => tag[1]);
        return values[Tag].FirstOrDefault() is { } way && values[Tag + ".used"].FirstOrDefault() is { } used
            ? new WayInUse(way, used, values[Tag + ".reason"].FirstOrDefault())
            : null;
    }
}
