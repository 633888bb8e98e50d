using System.Xml.Linq;
using Fody;

namespace PooledAwait.Fody.Options;

/// <summary>
/// Reads the element <c>&lt;PooledAwait&gt;</c>. Every option may stand as an attribute or as a child element; whatever is not known is an
/// error, and all errors are told at once.
/// </summary>
internal static class OptionsReader
{
    private delegate WeaverOptions Apply(WeaverOptions options, OptionValue value);

    private static readonly KeyValuePair<string, Apply>[] s_options =
    [
        new("Builders", (options, value) => options with { Builders = value.Builders() }),
        new("DirectAwaits", (options, value) => options with { DirectAwaits = value.Boolean() }),
        new("WhenAny", (options, value) => options with { WhenAny = value.OneOf<WhenAnyLevel>() }),
        new("ContinueWith", (options, value) => options with { ContinueWith = value.Boolean() }),
        new("Include", (options, value) => options with { Include = value.Patterns() }),
        new("Exclude", (options, value) => options with { Exclude = value.Patterns() }),
        new("OptIn", (options, value) => options with { OptIn = value.Boolean() }),
        new("MinimumStateMachineSize", (options, value) => options with { MinimumStateMachineSize = value.Bytes() }),
        new("Suppress", (options, value) => options with { Suppress = value.WarningIdentifiers() }),
        new("Report", (options, value) => options with { Report = value.OneOf<ReportLevel>() }),
        new("Snapshots", (options, value) => options with { Snapshots = value.Boolean() }),
    ];

    /// <summary>The names of all options.</summary>
    public static IReadOnlyList<string> Names { get; } = s_options.Select(option => option.Key).ToArray();

    /// <param name="config">The element as Fody hands it over: without the name of its file.</param>
    /// <param name="projectDirectory">The project's folder, by which errors name the file.</param>
    /// <exception cref="WeavingException">Something in the element is not allowed; the message has a line for each such thing.</exception>
    public static WeaverOptions Read(XElement config, string projectDirectory) =>
        ReadFrom(config, $"FodyWeavers.xml (project folder '{projectDirectory}'), <PooledAwait>");

    /// <param name="config">The element.</param>
    /// <param name="place">Where it stands, as errors name it.</param>
    /// <exception cref="WeavingException">Something in the element is not allowed; the message has a line for each such thing.</exception>
    public static WeaverOptions ReadFrom(XElement config, string place)
    {
        var errors = new List<string>();
        var given = Collect(config, errors);
        var options = new WeaverOptions();
        foreach (var option in s_options)
        {
            if (given.TryGetValue(option.Key, out var value))
            {
                options = option.Value(options, value);
            }
        }

        if (given.ContainsKey("Include") && given.ContainsKey("Exclude"))
        {
            errors.Add("'Include' and 'Exclude' are both given; allowed is one of them");
        }

        return errors.Count == 0
            ? options
            : throw new WeavingException(string.Join("\n", errors.Distinct().Select(error => $"{place}: {error}.")));
    }

    private static Dictionary<string, OptionValue> Collect(XElement config, List<string> errors)
    {
        var given = new Dictionary<string, OptionValue>(StringComparer.Ordinal);
        var allowed = string.Join(", ", Names);

        foreach (var attribute in config.Attributes().Where(attribute => !attribute.IsNamespaceDeclaration))
        {
            if (attribute.Name.Namespace != XNamespace.None || !Names.Contains(attribute.Name.LocalName))
            {
                errors.Add($"attribute '{attribute.Name.LocalName}' is not known; allowed are {allowed}");
                continue;
            }

            Add(attribute.Name.LocalName, attribute.Value, isElement: false);
        }

        foreach (var node in config.Nodes())
        {
            switch (node)
            {
                case XElement element when element.Name.Namespace != config.Name.Namespace || !Names.Contains(element.Name.LocalName):
                    errors.Add($"element <{element.Name.LocalName}> is not known; allowed are {allowed}");
                    break;
                case XElement element when element.HasElements || element.Attributes().Any(attribute => !attribute.IsNamespaceDeclaration):
                    errors.Add($"element <{element.Name.LocalName}> has attributes or elements; allowed is text");
                    break;
                case XElement element:
                    Add(element.Name.LocalName, element.Value, isElement: true);
                    break;
                case XText text when !string.IsNullOrWhiteSpace(text.Value):
                    errors.Add($"text '{text.Value.Trim()}' stands outside an option; allowed are attributes and elements of the names {allowed}");
                    break;
            }
        }

        return given;

        void Add(string name, string text, bool isElement)
        {
            if (given.ContainsKey(name))
            {
                errors.Add($"'{name}' is given more than once; allowed is one attribute or one element");
                return;
            }

            given.Add(name, new OptionValue(name, text, isElement, errors));
        }
    }
}
