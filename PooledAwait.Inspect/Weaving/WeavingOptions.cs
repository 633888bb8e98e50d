using System.Xml;
using System.Xml.Linq;
using Fody;
using PooledAwait.Fody.Options;

namespace PooledAwait.Inspect.Weaving;

/// <summary>
/// Makes the element <c>&lt;PooledAwait&gt;</c> for the weaver. Starts with the element of a FodyWeavers.xml, if there is one; values from the command line
/// replace the file's values.
/// </summary>
internal static class WeavingOptions
{
    private const string Element = "PooledAwait";

    /// <param name="file">A FodyWeavers.xml; null for none.</param>
    /// <param name="given">The names and values of the options that the command line sets.</param>
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

        // The tool's commands write the reports themselves, and the weaver must not write files beside the input.
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
            // Loads from a stream, because a file name would be read as a URI.
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
