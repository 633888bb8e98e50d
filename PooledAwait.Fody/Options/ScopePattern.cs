using System.Text.RegularExpressions;

namespace PooledAwait.Fody.Options;

/// <summary>
/// A case-sensitive pattern for a type's full name as reflection spells it (<c>Namespace.Outer+Inner`1</c>), or for a type's full name and a method's name
/// (<c>Namespace.Type::Method</c>). <c>*</c> stands for any text, including dots and pluses.
/// </summary>
internal sealed class ScopePattern
{
    private const string MethodMark = "::";

    private readonly Regex _type;
    private readonly Regex? _method;

    public ScopePattern(string text)
    {
        Text = text;
        var mark = text.IndexOf(MethodMark, StringComparison.Ordinal);
        _type = Parse(mark < 0 ? text : text.Substring(0, mark));
        _method = mark < 0 ? null : Parse(text.Substring(mark + MethodMark.Length));
    }

    public string Text { get; }

    /// <summary>Returns whether a text has the form of a pattern: one type, or one type and one method.</summary>
    public static bool IsWellFormed(string text) =>
        !text.Any(char.IsWhiteSpace) &&
        text.Split([MethodMark], StringSplitOptions.None) is { Length: 1 or 2 } parts &&
        parts.All(part => part.Length > 0);

    /// <summary>
    /// Returns whether the pattern matches the type. If the pattern names a method, it must also match one of the user's methods in the type.
    /// </summary>
    public bool Matches(TypeDefinition type) =>
        _type.IsMatch(type.FullName.Replace('/', '+')) &&
        (_method == null || type.Methods.Any(method => !GeneratedName.IsOwned(method) && _method.IsMatch(method.Name)));

    /// <summary>Returns whether the pattern matches the type; false if the pattern names a method.</summary>
    public bool MatchesName(TypeReference type) => _method == null && _type.IsMatch(type.FullName.Replace('/', '+'));

    /// <summary>Returns whether the pattern matches a method that the user wrote, the method's type, or an enclosing type.</summary>
    public bool Covers(MethodDefinition method)
    {
        return _method != null
            ? _method.IsMatch(method.Name) && _type.IsMatch(method.DeclaringType.FullName.Replace('/', '+'))
            : method.DeclaringType.Enclosing().Any(Matches);
    }

    public override string ToString() => Text;

    private static Regex Parse(string text) =>
        new(@"\A" + Regex.Escape(text).Replace(@"\*", ".*") + @"\z", RegexOptions.CultureInvariant | RegexOptions.Singleline);
}
