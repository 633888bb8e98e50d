using System.CommandLine;
using System.Text;
using System.Xml.Linq;
using PooledAwait.Fody.Options;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Commands;

/// <summary>
/// The weaver's options, from files that the command line names and from the command line itself. On the command line, the options' names are in kebab case,
/// for example <c>--opt-in true</c>.
/// </summary>
internal sealed class OptionArguments
{
    private readonly Option<string?> _config = new("--config")
    {
        Description = "A FodyWeavers.xml. Options on the command line win over it.",
        HelpName = "file",
    };
    private readonly Option<string?> _properties = new("--properties")
    {
        Description = "A file with the options that a build sets as properties, one line PooledAwaitName=value for each. Options on the command line and in FodyWeavers.xml win over it.",
        HelpName = "file",
    };
    private readonly IReadOnlyDictionary<string, Option<string?>> _options;

    public OptionArguments()
    {
        // There are no options for the weaver's own report, because the commands themselves report.
        _options = WeaverOption.All
            .Where(option => option.Name is not (nameof(WeaverOptions.Report) or nameof(WeaverOptions.Snapshots)))
            .ToDictionary(
                option => option.Name,
                option => new Option<string?>("--" + KebabCase(option.Name)) { Description = option.Documentation, HelpName = "value" });
    }

    public void AddTo(Command command)
    {
        command.Options.Add(_config);
        command.Options.Add(_properties);
        foreach (var option in _options.Values)
        {
            command.Options.Add(option);
        }
    }

    /// <summary>Makes the XML element that configures the weaver.</summary>
    /// <exception cref="InputException">A file cannot be used, or a value is not allowed.</exception>
    public XElement Read(ParseResult parsed)
    {
        var element = WeavingOptions.Read(
            parsed.GetValue(_config),
            from option in _options
            let value = parsed.GetValue(option.Value)
            where value != null
            select KeyValuePair.Create(option.Key, value));
        if (parsed.GetValue(_properties) is { } properties)
        {
            PropertiesFile.AddTo(element, properties);
        }

        return element;
    }

    private static string KebabCase(string name)
    {
        var text = new StringBuilder();
        foreach (var letter in name)
        {
            text.Append(char.IsUpper(letter) && text.Length > 0 ? "-" : "").Append(char.ToLowerInvariant(letter));
        }

        return text.ToString();
    }
}
