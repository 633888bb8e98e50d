using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Makes file names that every file system accepts: short, and without reserved characters. The names are all different, even on file systems that do not
/// distinguish upper and lower case, or composed and decomposed characters.
/// </summary>
/// <remarks>
/// A file's name depends only on the method's name, and on earlier methods that would get the same file name. Adding any other method changes no file's name.
/// </remarks>
internal sealed class SnapshotNames
{
    // The longest name, in bytes, without an added number. A file's name may have 255 bytes, but on Windows the whole path often may have only 260 characters.
    private const int Longest = 120;

    // Windows treats these names as devices, even with a dot and more text after them.
    private static readonly Regex s_device = new(
        @"\A(CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³])(?=\.|\z)", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);

    private readonly HashSet<string> _taken = new(StringComparer.OrdinalIgnoreCase);

    /// <param name="methodName">The method's name, as <c>MethodName</c> gives it.</param>
    /// <returns>The file's name without an extension. Each call returns a different name.</returns>
    public string Next(string methodName)
    {
        var name = Shortened(s_device.Replace(Legal(methodName), "_$1"), methodName);
        var candidate = name;
        for (var count = 2; !_taken.Add(candidate.Normalize(NormalizationForm.FormC)); count++)
        {
            candidate = $"{name} {count.ToString(CultureInfo.InvariantCulture)}";
        }

        return candidate;
    }

    private static string Legal(string name)
    {
        var legal = new StringBuilder(name.Length);
        foreach (var c in IlToken.Name(name))
        {
            legal.Append(c switch
            {
                '<' => '{',
                '>' => '}',
                '"' or '/' or '\\' or '|' or ':' or '*' or '?' => '_',
                _ => c,
            });
        }

        return legal.ToString();
    }

    private static string Shortened(string name, string methodName)
    {
        if (Encoding.UTF8.GetByteCount(name) <= Longest)
        {
            return name;
        }

        // Keep enough of the name to recognise the method. Add part of a hash, so that names with the same beginning still differ.
        var end = name.Length;
        while (Encoding.UTF8.GetByteCount(name.Substring(0, end)) > Longest - 10 || char.IsHighSurrogate(name[end - 1]))
        {
            end--;
        }

        using var algorithm = SHA256.Create();
        var hash = algorithm.ComputeHash(Encoding.Unicode.GetBytes(methodName));
        return $"{name.Substring(0, end)} {BitConverter.ToString(hash, 0, 4).Replace("-", "").ToLowerInvariant()}";
    }
}
