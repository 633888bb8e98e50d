using System.Xml;
using System.Xml.Linq;

namespace PooledAwait.Fody.Build;

/// <summary>Reads which weavers a FodyWeavers.xml names.</summary>
internal static class WeaverElements
{
    /// <summary>The names of the elements, each of which names a weaver; null if the text is not a FodyWeavers.xml, which Fody reports when it runs.</summary>
    public static IReadOnlyList<string>? NamesIn(string text)
    {
        try
        {
            var root = XDocument.Parse(text).Root;
            return root?.Name.LocalName == "Weavers" ? [.. root.Elements().Select(element => element.Name.LocalName)] : null;
        }
        catch (XmlException)
        {
            return null;
        }
    }
}
