using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Names for files that every file system takes: without the characters that any of them reserves, short enough, and different where
/// upper and lower case, or composed and decomposed characters, are the same.
/// </summary>
/// <remarks>
/// A name depends on the method's own name alone, and the second one of a name on the first: what is added elsewhere renames no file.
/// </remarks>
internal sealed class SnapshotNames
{
    // A file's name has 255 bytes at most, and on Windows its path often no more than 260 characters.
    private const int Longest = 120;

    // Windows takes these for devices, whatever comes behind a dot.
    private static readonly Regex s_device = new(
        @"\A(CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³])(?=\.|\z)", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);

    private readonly HashSet<string> _taken = new(StringComparer.OrdinalIgnoreCase);

    /// <param name="methodName">As <c>MethodName</c> gives it.</param>
    /// <returns>The file's name without an extension; another one at each call.</returns>
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

        // Enough of it to recognise the method, and of a hash to keep it from all others that begin the same.
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
