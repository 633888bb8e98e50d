using System.Xml;
using System.Xml.Linq;

namespace PooledAwait.Fody.Build;

/// <summary>Reads which weavers a FodyWeavers.xml names.</summary>
internal static class WeaverElements
{
    /// <summary>
    /// Returns the names of the elements, each of which names a weaver; null if the text is not a FodyWeavers.xml. (Fody itself reports such a text.)
    /// </summary>
    public static IReadOnlyList<string>? NamesIn(string text)
    {
        try
        {
            // Fody reads the elements whatever the root's name is.
            var root = XDocument.Parse(text).Root!;
            var names = root.Elements().Select(element => element.Name.LocalName).ToList();
            return names.Count == 0 && root.Name.LocalName != "Weavers" ? null : names;
        }
        catch (XmlException)
        {
            return null;
        }
    }
}
