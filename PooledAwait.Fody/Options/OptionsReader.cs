using System.Xml.Linq;
using Fody;

namespace PooledAwait.Fody.Options;

/// <summary>
/// Reads the options from the element <c>&lt;PooledAwait&gt;</c>. Options that the element does not set come from the properties of the build.
/// Every option may be an attribute or a child element. Anything unknown is an error, and all errors are reported at once.
/// </summary>
internal static class OptionsReader
{
    /// <param name="weaver">The weaver. Fody gave it the element, but not the file, so this method finds the file that contains the element.</param>
    /// <exception cref="WeavingException">
    /// An option is not allowed. The exception is about one error; the weaver has already reported all other errors.
    /// </exception>
    public static WeaverOptions Read(BaseModuleWeaver weaver)
    {
        var file = ConfigurationFile.Of(weaver.Config, weaver.ProjectDirectoryPath, weaver.SolutionDirectoryPath);
        var place = file == null ? $"<PooledAwait> of the project in '{weaver.ProjectDirectoryPath}': " : "";
        var errors = new OptionErrors();
        var options = Read(
            file?.Element ?? weaver.Config,
            BuildProperties.Read(weaver),
            (error, at) => errors.Add(at == null ? error : place + error, at == null || file == null ? ConfigurationFile.PointOfProject(weaver.ProjectFilePath) : file.PointOf(at)));
        errors.ThrowIfAny(weaver.WriteError);
        return options;
    }

    /// <param name="config">The element.</param>
    /// <param name="place">The location of the element, as error messages name it.</param>
    /// <param name="properties">The values of options that come from properties of the build, keyed by the options' names.</param>
    /// <exception cref="WeavingException">An option is not allowed. The message has a line for each error.</exception>
    public static WeaverOptions ReadFrom(XElement config, string place, IReadOnlyDictionary<string, string>? properties = null)
    {
        var errors = new List<string>();
        var options = Read(config, properties ?? new Dictionary<string, string>(), (error, _) => errors.Add($"{place}: {error}."));
        return errors.Count == 0 ? options : throw new WeavingException(string.Join("\n", errors.Distinct()));
    }

    /// <summary>
    /// Returns the properties of the build that take effect. A property has no effect if the element sets the same option. If the element sets Include or
    /// Exclude, the properties for both options have no effect.
    /// </summary>
    /// <param name="config">The element.</param>
    /// <param name="properties">The values of options that come from properties of the build, keyed by the options' names.</param>
    public static IEnumerable<KeyValuePair<string, string>> Beside(XElement config, IReadOnlyDictionary<string, string> properties)
    {
        var given = Collect(config, (_, _) => { });
        return Unanswered(given.Keys, properties).Select(name => new KeyValuePair<string, string>(name, properties[name]));
    }

    /// <param name="config">The element.</param>
    /// <param name="properties">The values of options that come from properties of the build, keyed by the options' names.</param>
    /// <param name="refuse">Receives an error message, and the part of the element that the error is about (null for a property).</param>
    private static WeaverOptions Read(XElement config, IReadOnlyDictionary<string, string> properties, Action<string, XObject?> refuse)
    {
        // Fody uses the last of several elements, and ignores case in names. So refuse a second element, even if its name has another case.
        if (config.Parent?.Elements().Where(element => IsNamed(element, config.Name.LocalName)).Skip(1).FirstOrDefault() is { } second)
        {
            refuse($"<{second.Name.LocalName}> appears in the file more than once; only one is allowed", second);
        }

        var given = Collect(config, refuse);
        AddProperties(given, properties, refuse);
        var options = new WeaverOptions();
        foreach (var option in WeaverOption.All)
        {
            if (given.TryGetValue(option.Name, out var value))
            {
                options = option.Set(options, option.Kind.Read(value));
            }
        }

        if (given.TryGetValue("Include", out var include) && given.TryGetValue("Exclude", out var exclude))
        {
            refuse($"'{include.Spelling}' and '{exclude.Spelling}' are both given; only one of them is allowed", exclude.At);
        }

        return options;
    }

    private static bool IsNamed(XElement element, string name) => string.Equals(element.Name.LocalName, name, StringComparison.OrdinalIgnoreCase);

    private static void AddProperties(
        Dictionary<string, OptionValue> given, IReadOnlyDictionary<string, string> properties, Action<string, XObject?> refuse)
    {
        foreach (var name in Unanswered(given.Keys, properties))
        {
            given.Add(name, new OptionValue(name, properties[name], at: null, refuse));
        }
    }

    // Include and Exclude are alternatives. If the element sets one of these options, ignore the properties for both.
    private static string[] Unanswered(ICollection<string> given, IReadOnlyDictionary<string, string> properties)
    {
        string[] patterns = ["Include", "Exclude"];
        var answered = patterns.Any(given.Contains) ? given.Concat(patterns) : given;
        return WeaverOption.Names.Except(answered).Where(properties.ContainsKey).ToArray();
    }

    private static Dictionary<string, OptionValue> Collect(XElement config, Action<string, XObject?> refuse)
    {
        var given = new Dictionary<string, OptionValue>(StringComparer.Ordinal);
        var allowed = string.Join(", ", WeaverOption.Names);

        foreach (var attribute in config.Attributes().Where(attribute => !attribute.IsNamespaceDeclaration))
        {
            if (attribute.Name.Namespace != XNamespace.None || !WeaverOption.Names.Contains(attribute.Name.LocalName))
            {
                refuse(Unknown($"attribute '{attribute.Name.LocalName}'", attribute.Name.LocalName), attribute);
                continue;
            }

            Add(attribute.Name.LocalName, attribute.Value, attribute);
        }

        foreach (var node in config.Nodes())
        {
            switch (node)
            {
                case XElement element when element.Name.Namespace != config.Name.Namespace || !WeaverOption.Names.Contains(element.Name.LocalName):
                    refuse(Unknown($"element <{element.Name.LocalName}>", element.Name.LocalName), element);
                    break;
                case XElement element when element.HasElements || element.Attributes().Any(attribute => !attribute.IsNamespaceDeclaration):
                    refuse($"element <{element.Name.LocalName}> has attributes or elements; only text is allowed", element);
                    break;
                case XElement element:
                    Add(element.Name.LocalName, element.Value, element);
                    break;
                case XText text when !string.IsNullOrWhiteSpace(text.Value):
                    refuse($"text '{text.Value.Trim()}' is outside any option; allowed are attributes and elements with the names {allowed}", text);
                    break;
            }
        }

        return given;

        string Unknown(string what, string name) => OptionValue.NotAllowed($"{what} is not known", NearestName.Of(name, WeaverOption.Names), allowed);

        void Add(string name, string text, XObject at)
        {
            if (given.ContainsKey(name))
            {
                refuse($"'{name}' is given more than once; only one attribute or one element is allowed", at);
                return;
            }

            given.Add(name, new OptionValue(name, text, at, refuse));
        }
    }
}
