using System.Globalization;
using System.Text;

namespace PooledAwait.Fody.IL;

/// <summary>Writes names, strings and numbers as text that stays on one line and fits any encoding of Unicode.</summary>
internal static class IlToken
{
    /// <summary>
    /// Returns the name, with control characters, line breaks and lone surrogates escaped. Names in obfuscated assemblies may contain such characters.
    /// </summary>
    public static string Name(string name) => name.All(IsPlain) ? name : Escape(name, quoted: false);

    public static string Quoted(string text) => $"\"{Escape(text, quoted: true)}\"";

    /// <summary>Returns a text that is parsed as the same number. For NaN, infinities and negative zero, returns the number's bits.</summary>
    public static string Number(double value) =>
        HasText(value) ? value.ToString("R", CultureInfo.InvariantCulture) : $"(0x{BitConverter.DoubleToInt64Bits(value):x16})";

    /// <inheritdoc cref="Number(double)"/>
    public static string Number(float value) =>
        HasText(value) ? value.ToString("R", CultureInfo.InvariantCulture) : $"(0x{BitConverter.ToInt32(BitConverter.GetBytes(value), 0):x8})";

    private static bool IsPlain(char c) => !char.IsControl(c) && !char.IsSurrogate(c) && c is not ('\u2028' or '\u2029');

    // Negative zero counts as having no text, because builds run on several frameworks, and only some of these write the sign of zero.
    private static bool HasText(double value) =>
        !double.IsNaN(value) && !double.IsInfinity(value) && (value != 0 || BitConverter.DoubleToInt64Bits(value) == 0);

    private static string Escape(string text, bool quoted)
    {
        var into = new StringBuilder(text.Length + 8);
        for (var i = 0; i < text.Length; i++)
        {
            if (i + 1 < text.Length && char.IsSurrogatePair(text[i], text[i + 1]))
            {
                into.Append(text[i]).Append(text[++i]);
                continue;
            }

            _ = text[i] switch
            {
                '"' or '\\' when quoted => into.Append('\\').Append(text[i]),
                '\n' => into.Append("\\n"),
                '\r' => into.Append("\\r"),
                '\t' => into.Append("\\t"),
                var c when IsPlain(c) => into.Append(c),
                var c => into.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture)),
            };
        }

        return into.ToString();
    }
}
