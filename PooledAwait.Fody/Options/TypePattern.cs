using System.Text.RegularExpressions;
using Mono.Cecil;

namespace PooledAwait.Fody.Options;

/// <summary>
/// A pattern on a type's full name as reflection spells it (<c>Namespace.Outer+Inner`1</c>), case-sensitive, in which <c>*</c> stands
/// for any text, dots and pluses too.
/// </summary>
internal sealed class TypePattern(string text)
{
    private readonly Regex _regex = new(
        @"\A" + Regex.Escape(text).Replace(@"\*", ".*") + @"\z", RegexOptions.CultureInvariant | RegexOptions.Singleline);

    public string Text { get; } = text;

    /// <summary>Whether the type's own name matches.</summary>
    public bool Matches(TypeDefinition type) => _regex.IsMatch(type.FullName.Replace('/', '+'));

    /// <summary>Whether the type, or one that encloses it, matches.</summary>
    public bool Covers(TypeDefinition type)
    {
        for (TypeDefinition? place = type; place != null; place = place.DeclaringType)
        {
            if (Matches(place))
            {
                return true;
            }
        }

        return false;
    }

    public override string ToString() => Text;
}
