using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace PooledAwait.Fody.IL;

/// <summary>Finds the web addresses of source files in Source Link, a map from folders to addresses that compilers write into the symbols.</summary>
internal sealed class SourceLink
{
    private static readonly XName s_item = XName.Get("item", "item");

    private readonly List<(string Path, string Address)> _places = [];

    /// <param name="module">A module whose symbols were read. Without symbols there are no addresses.</param>
    public SourceLink(ModuleDefinition module)
    {
        if (module.HasCustomDebugInformations && module.CustomDebugInformations.OfType<SourceLinkDebugInformation>().FirstOrDefault() is { } map)
        {
            _places.AddRange(PlacesOf(map.Content).OrderByDescending(place => place.Path.Length));
        }
    }

    /// <summary>Returns the file's path in the repository; null if no folder of the map contains the file.</summary>
    public string? PathOf(string document) =>
        Find(document) is { } place && IsFolder(place.Path) ? document.Substring(place.Path.Length - 1).Replace('\\', '/').TrimStart('/') : null;

    /// <summary>Returns the web address of a line; null if the map has no web address for the file.</summary>
    public string? AddressOf(SequencePoint point)
    {
        if (Find(point.Document.Url) is not { } place)
        {
            return null;
        }

        var address = PathOf(point.Document.Url) is { } path
            ? place.Address.Replace("*", string.Join("/", path.Split('/').Select(Uri.EscapeDataString)))
            : place.Address;
        return Uri.TryCreate(address, UriKind.Absolute, out var uri) && (uri.Scheme == Uri.UriSchemeHttps || uri.Scheme == Uri.UriSchemeHttp)
            ? $"{Readable(uri)}#L{point.StartLine}"
            : null;
    }

    private static bool IsFolder(string path) => path.EndsWith("*", StringComparison.Ordinal);

    private (string Path, string Address)? Find(string document)
    {
        foreach (var place in _places)
        {
            if (IsFolder(place.Path)
                ? document.StartsWith(place.Path.TrimEnd('*'), StringComparison.OrdinalIgnoreCase)
                : document.Equals(place.Path, StringComparison.OrdinalIgnoreCase))
            {
                return place;
            }
        }

        return null;
    }

    /// <summary>If the host is known, replaces the address of a raw file with the address of a page that shows line numbers.</summary>
    private static string Readable(Uri uri)
    {
        var parts = uri.AbsolutePath.Split(['/'], 5);
        return uri.Host == "raw.githubusercontent.com" && parts.Length == 5
            ? $"https://github.com/{parts[1]}/{parts[2]}/blob/{parts[3]}/{parts[4]}"
            : uri.AbsoluteUri.Replace("/-/raw/", "/-/blob/");
    }

    /// <summary>Returns the entries of the map. If the map cannot be read, returns none, because a missing link must not make a build fail.</summary>
    private static IEnumerable<(string Path, string Address)> PlacesOf(string map)
    {
        try
        {
            using var reader = JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(map), XmlDictionaryReaderQuotas.Max);

            // If a name in the JSON text is not a valid XML name, the JSON reader makes an element "item" that has the name as an attribute.
            return XElement.Load(reader).Elements("documents").Elements()
                .Select(place => (place.Name == s_item ? place.Attribute("item")!.Value : place.Name.LocalName, place.Value))
                .ToArray();
        }
        catch (Exception exception) when (exception is XmlException or InvalidOperationException)
        {
            // The reader throws an InvalidOperationException for an empty text.
            return [];
        }
    }
}
