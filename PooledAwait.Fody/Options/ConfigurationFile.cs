using System.Xml;
using System.Xml.Linq;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Options;

/// <summary>Finds the lines of FodyWeavers.xml, since Fody hands over the weaver's element without its file.</summary>
internal sealed class ConfigurationFile
{
    private readonly string _path;
    private readonly XElement _element;

    private ConfigurationFile(string path, XElement element)
    {
        _path = path;
        _element = element;
    }

    /// <param name="config">The element as Fody hands it over.</param>
    /// <param name="folders">Where a FodyWeavers.xml may lie.</param>
    /// <returns>The file that says just this; null where none does, as with the MSBuild property WeaverConfiguration.</returns>
    public static ConfigurationFile? Of(XElement config, params string?[] folders) => folders
        .Where(folder => !string.IsNullOrEmpty(folder))
        .Select(folder => Path.Combine(folder, "FodyWeavers.xml"))
        .Where(File.Exists)
        .Select(path => Elements(path).FirstOrDefault(element => XNode.DeepEquals(element, config)) is { } element ? new ConfigurationFile(path, element) : null)
        .FirstOrDefault(file => file != null);

    /// <summary>Where a word of an option's text stands: its own line in an element, the attribute's else; null where it does not.</summary>
    public SequencePoint? LineOf(string option, string word)
    {
        if (_element.Attribute(option) is { } attribute)
        {
            return Point(attribute, lines: 0, column: null, option.Length);
        }

        if (_element.Element(_element.Name.Namespace + option) is not { } element)
        {
            return null;
        }

        var lines = element.Value.Split('\n');
        for (var i = 0; i < lines.Length; i++)
        {
            if (lines[i].Split('|').Any(part => part.Trim() == word))
            {
                // What stands on the first line stands behind the tag.
                return Point(element, i, i == 0 ? null : lines[i].IndexOf(word, StringComparison.Ordinal) + 1, i == 0 ? option.Length : word.Length);
            }
        }

        return null;
    }

    private SequencePoint Point(IXmlLineInfo at, int lines, int? column, int length)
    {
        var start = column ?? at.LinePosition;
        return new SequencePoint(Instruction.Create(OpCodes.Nop), new Document(_path))
        {
            StartLine = at.LineNumber + lines,
            StartColumn = start,
            EndLine = at.LineNumber + lines,
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
            // Fody has read the configuration from somewhere else, or told of this already.
            return [];
        }
    }
}
