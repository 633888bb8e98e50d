using System.Xml;
using System.Xml.Linq;
using Fody;
using PooledAwait.Fody.Options;

namespace PooledAwait.Inspect.Weaving;

/// <summary>
/// The element <c>&lt;PooledAwait&gt;</c> that the weaver gets: that of a FodyWeavers.xml, where the command line's values take the place of its own.
/// </summary>
internal static class WeavingOptions
{
    private const string Element = "PooledAwait";

    /// <param name="file">A FodyWeavers.xml; null for none.</param>
    /// <param name="given">Values by the option's name.</param>
    /// <exception cref="InputException">The file cannot be used, or a value is not allowed.</exception>
    public static XElement Read(string? file, IEnumerable<KeyValuePair<string, string>> given)
    {
        var element = file == null ? new XElement(Element) : Load(file);
        if (file != null)
        {
            Check(element, $"'{file}'");
        }

        foreach (var (name, value) in given)
        {
            element.Elements().Where(child => child.Name.LocalName == name).Remove();
            element.SetAttributeValue(name, value);
        }

        Check(element, "The command line");

        // Told by the commands themselves; files beside the input are not for a weaver to write here.
        element.SetAttributeValue(nameof(WeaverOptions.Report), ReportLevel.None);
        element.SetAttributeValue(nameof(WeaverOptions.Snapshots), "false");
        element.Elements().Where(child => child.Name.LocalName is nameof(WeaverOptions.Report) or nameof(WeaverOptions.Snapshots)).Remove();
        return element;
    }

    private static void Check(XElement element, string place)
    {
        try
        {
            OptionsReader.ReadFrom(element, place);
        }
        catch (WeavingException exception)
        {
            throw new InputException(exception.Message);
        }
    }

    private static XElement Load(string file)
    {
        XElement root;
        try
        {
            // A stream, because a name given as text would be taken for an address.
            using var stream = File.OpenRead(file);
            root = XDocument.Load(stream).Root!;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException or XmlException)
        {
            throw new InputException($"'{file}' cannot be read: {exception.Message}");
        }

        return root.Name.LocalName == Element ? root
            : root.Elements().FirstOrDefault(child => child.Name.LocalName == Element)
                ?? throw new InputException($"'{file}' has no element <{Element}>.");
    }
}
