using System.Xml;
using System.Xml.Linq;

namespace PooledAwait.Fody.Options;

/// <summary>
/// Finds the lines in FodyWeavers.xml that errors and warnings are about. Fody gives a weaver the XML element, but not the file, so this class reads the file
/// itself.
/// </summary>
internal sealed class ConfigurationFile
{
    private readonly string _path;

    private ConfigurationFile(string path, XElement element)
    {
        _path = path;
        Element = element;
    }

    /// <summary>The weaver's element, as this class read it from the file.</summary>
    public XElement Element { get; }

    /// <param name="config">The element that Fody gave the weaver.</param>
    /// <param name="folders">The folders that may contain a FodyWeavers.xml.</param>
    /// <returns>
    /// The file that contains exactly this element; null if no file does. The MSBuild property WeaverConfiguration, for example, can contain the element
    /// instead.
    /// </returns>
    public static ConfigurationFile? Of(XElement config, params string?[] folders) => folders
        .Where(folder => !string.IsNullOrEmpty(folder))
        .Select(folder => Path.Combine(folder, "FodyWeavers.xml"))
        .Where(File.Exists)
        .SelectMany(path => Elements(path).Where(element => XNode.DeepEquals(element, config)).Select(element => new ConfigurationFile(path, element)))
        .FirstOrDefault();

    /// <summary>
    /// Returns the location for errors in properties: the project file, without a line. The property may be set in the project file, in an imported file, or on
    /// the command line. Returns null if there is no project.
    /// </summary>
    public static SequencePoint? PointOfProject(string? project) =>
        string.IsNullOrEmpty(project) ? null : new SequencePoint(Instruction.Create(OpCodes.Nop), new Document(project));

    /// <summary>Finds where an attribute, an element or a text of the file begins.</summary>
    public SequencePoint PointOf(XObject at) => Point(at, below: 0, column: null, at switch
    {
        XAttribute attribute => attribute.Name.LocalName.Length,
        XElement element => element.Name.LocalName.Length,
        _ => 1,
    });

    /// <summary>
    /// Finds the line of a word in an option's value. If the option is an attribute, returns the attribute's line. If the option is an element, returns the
    /// word's own line. Returns null if the file does not set the option, or if the element does not contain the word.
    /// </summary>
    public SequencePoint? LineOf(string option, string word)
    {
        if (Element.Attribute(option) is { } attribute)
        {
            return Point(attribute, below: 0, column: null, option.Length);
        }

        if (Element.Element(Element.Name.Namespace + option) is not { } element)
        {
            return null;
        }

        var lines = element.Value.Split('\n');
        for (var i = 0; i < lines.Length; i++)
        {
            if (lines[i].Split('|').Any(part => part.Trim() == word))
            {
                // The first line of the text is also the line of the start tag, so the word's column is unknown. Point at the tag instead.
                return i == 0
                    ? Point(element, below: 0, column: null, option.Length)
                    : Point(element, below: i, lines[i].IndexOf(word, StringComparison.Ordinal) + 1, word.Length);
            }
        }

        return null;
    }

    private SequencePoint Point(IXmlLineInfo at, int below, int? column, int length)
    {
        var start = column ?? at.LinePosition;
        return new SequencePoint(Instruction.Create(OpCodes.Nop), new Document(_path))
        {
            StartLine = at.LineNumber + below,
            StartColumn = start,
            EndLine = at.LineNumber + below,
            EndColumn = start + length,
        };
    }

    private static IEnumerable<XElement> Elements(string path)
    {
        try
        {
            return XElement.Load(path, LoadOptions.SetLineInfo).Elements();
        }
        catch (Exception exception) when (exception is XmlException or IOException or UnauthorizedAccessException)
        {
            // Fody has read the configuration from elsewhere, or has already reported this error.
            return [];
        }
    }
}
