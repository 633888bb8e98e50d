using System.Xml.Linq;
using Fody;
using PooledAwait.Fody.Options;

namespace PooledAwait.Inspect.Commands;

/// <summary>Reads the options that a build sets as properties. The package's targets write these options to a file.</summary>
internal static class PropertiesFile
{
    /// <summary>Adds to the weaver's XML element each option that the file sets and the element does not.</summary>
    /// <exception cref="InputException">The file cannot be read, or a value is not allowed.</exception>
    public static void AddTo(XElement element, string file)
    {
        var properties = BuildProperties.Read(Lines(file));
        try
        {
            OptionsReader.ReadFrom(element, "The build", properties);
        }
        catch (WeavingException exception)
        {
            throw new InputException(exception.Message);
        }

        foreach (var (name, value) in OptionsReader.Beside(element, properties).ToList())
        {
            element.SetAttributeValue(name, value);
        }
    }

    private static string[] Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new InputException($"'{file}' cannot be read: {exception.Message}");
        }
    }
}
