using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace PooledAwait.Fody.Options;

/// <summary>
/// One option as the user wrote it: its location and its text. If the text is not allowed, a reading method reports an error, and returns an arbitrary value,
/// which is not used.
/// </summary>
/// <param name="name">The option's name.</param>
/// <param name="text">The option's value, as the user wrote it.</param>
/// <param name="at">The attribute or element that sets the option; null if the option comes from a property of the build.</param>
/// <param name="refuse">Receives an error message, and the attribute or element that the error is about (null for a property).</param>
internal sealed class OptionValue(string name, string text, XObject? at, Action<string, XObject?> refuse)
{
    private static readonly char[] s_listSeparators = [',', '|'];
    private static readonly Regex s_warningIdentifier = new(@"\APA[0-9]{3}\z", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase);

    public XObject? At => at;

    /// <summary>The option's name, as the user wrote it.</summary>
    public string Spelling => at == null ? BuildProperties.Of(name) : name;

    private string Where => at switch
    {
        null => $"the property {Spelling}",
        XElement => $"element <{name}>",
        _ => $"attribute '{name}'",
    };

    /// <param name="what">What is wrong.</param>
    /// <param name="meant">The word that the user may have meant; null if no allowed word is similar.</param>
    /// <param name="allowed">The allowed values.</param>
    public static string NotAllowed(string what, string? meant, string allowed) =>
        meant == null ? $"{what}; allowed are {allowed}" : $"{what}; did you mean '{meant}'? Allowed are {allowed}";

    public bool Boolean()
    {
        switch (text.Trim().ToLowerInvariant())
        {
            case "true":
                return true;
            case "false":
                return false;
            default:
                Refuse($"is '{text.Trim()}'", "true, false", NearestName.Of(text.Trim(), ["true", "false"]));
                return false;
        }
    }

    public int Bytes()
    {
        if (!int.TryParse(text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var bytes))
        {
            Refuse($"is '{text.Trim()}'", $"whole numbers of bytes from 0 to {int.MaxValue.ToString(CultureInfo.InvariantCulture)}");
        }

        return bytes;
    }

    public T OneOf<T>()
        where T : struct, Enum
    {
        if (TryName<T>(text.Trim(), out var value))
        {
            return value;
        }

        Refuse($"is '{text.Trim()}'", string.Join(", ", Enum.GetNames(typeof(T))), NearestName.Of(text.Trim(), Enum.GetNames(typeof(T))));
        return default;
    }

    /// <summary>Reads one or more values of an enumeration and combines them. None means no value, and All means all values.</summary>
    public T AnyOf<T>()
        where T : struct, Enum
    {
        string[] wholes = ["None", "All"];
        var names = Enum.GetNames(typeof(T));
        var bits = 0;
        var words = Words(s_listSeparators);
        foreach (var word in words)
        {
            if (!TryName<T>(word, out var value) || (words.Length > 1 && wholes.Contains(value.ToString())))
            {
                Refuse(
                    $"{Verb(words)} '{word}'",
                    $"one or more of {string.Join(", ", names.Except(wholes))} (separated by a comma or |), or None alone, or All alone",
                    NearestName.Of(word, names));
            }

            bits |= Convert.ToInt32(value, CultureInfo.InvariantCulture);
        }

        return (T)Enum.ToObject(typeof(T), bits);
    }

    public IReadOnlyList<string> WarningIdentifiers()
    {
        // As with NoWarn, projects append to the property: $(PooledAwaitSuppress);PA001. If the property was empty, the list begins with a semicolon, so skip
        // empty words.
        var words = text.Contains(";") ? [.. Words([.. s_listSeparators, ';']).Where(word => word.Length > 0)] : Words(s_listSeparators);
        foreach (var word in words.Where(word => !s_warningIdentifier.IsMatch(word)))
        {
            Refuse($"{Verb(words)} '{word}'", "identifiers of warnings (PA and three digits), separated by a semicolon, a comma or |");
        }

        return words.Select(word => word.ToUpperInvariant()).Distinct().ToArray();
    }

    public IReadOnlyList<ScopePattern> Patterns()
    {
        var words = Words('|');
        foreach (var word in words.Where(word => !ScopePattern.IsWellFormed(word)))
        {
            Refuse(
                word.Length == 0 ? "has an empty pattern" : $"{Verb(words)} '{word}'",
                "full type names (Namespace.Outer+Inner), and methods of them (Namespace.Type::Method), in which * stands for any text, " +
                "separated by | or one per line in an element");
        }

        return words.Distinct().Select(word => new ScopePattern(word)).ToArray();
    }

    // An element may have one word per line. Blank lines are only layout, but an empty word between two separators is a mistake.
    private string[] Words(params char[] separators)
    {
        var words = text
            .Split('\n')
            .Where(line => !string.IsNullOrWhiteSpace(line))
            .SelectMany(line => line.Split(separators))
            .Select(word => word.Trim())
            .ToArray();
        return words.Length == 0 ? [""] : words;
    }

    private static string Verb(string[] words) => words.Length > 1 ? "lists" : "is";

    private void Refuse(string what, string allowed, string? meant = null) => refuse(NotAllowed($"{Where} {what}", meant, allowed), at);

    // Enum.TryParse would also accept numbers and lists.
    private static bool TryName<T>(string word, out T value)
        where T : struct, Enum
    {
        var found = Enum.GetNames(typeof(T)).FirstOrDefault(candidate => string.Equals(candidate, word, StringComparison.OrdinalIgnoreCase));
        value = found == null ? default : (T)Enum.Parse(typeof(T), found);
        return found != null;
    }
}
