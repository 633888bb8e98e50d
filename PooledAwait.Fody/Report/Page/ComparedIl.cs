using System.Globalization;
using System.IO.Compression;
using System.Text;

namespace PooledAwait.Fody.Report;

/// <summary>
/// The IL of some methods for the page: each different line once, and of each method the rows that stand side by side, as indexes into
/// those lines.
/// </summary>
internal sealed class ComparedIl
{
    private readonly Dictionary<string, int> _indexes = [];
    private readonly List<string> _lines = [];

    private ComparedIl()
    {
    }

    /// <summary>
    /// A packed text for every so many methods, in the report's order. The page unpacks the one that has the method to be shown: unpacked, ten
    /// thousand methods would be tens of millions of characters.
    /// </summary>
    public static IEnumerable<string> Packed(IReadOnlyList<ReportedMethod> methods, int methodsInOne)
    {
        for (var start = 0; start < methods.Count; start += methodsInOne)
        {
            var json = new JsonText(indented: false);
            new ComparedIl().Write(methods, start, Math.Min(start + methodsInOne, methods.Count), json);
            yield return Pack(json.ToString());
        }
    }

    private static string Pack(string text)
    {
        using var packed = new MemoryStream();
        using (var deflate = new DeflateStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            var bytes = Encoding.UTF8.GetBytes(text);
            deflate.Write(bytes, 0, bytes.Length);
        }

        return Convert.ToBase64String(packed.GetBuffer(), 0, (int)packed.Length);
    }

    /// <summary>By the method's place in the report: a number for a line that is the same on both sides; else a pair, -1 where a side has no line.</summary>
    private void Write(IReadOnlyList<ReportedMethod> methods, int start, int end, JsonText json) => json.Object(() =>
    {
        json.Name("methods");
        json.Object(() =>
        {
            for (var i = start; i < end; i++)
            {
                if (methods[i].Il is { } il)
                {
                    json.Name(i.ToString(CultureInfo.InvariantCulture));
                    Rows(Lines(il.Before), Lines(il.After), json);
                }
            }
        });
        json.Name("lines");
        json.Array(_lines, json.Value);
    });

    private static string[] Lines(string il) => il.TrimEnd('\n').Split('\n');

    private void Rows(string[] before, string[] after, JsonText json) => json.Array(LineDiff.Between(before, after), row =>
    {
        var (old, now) = (Index(before, row.Before), Index(after, row.After));
        if (old == now)
        {
            json.Value(old);
        }
        else
        {
            json.Array([old, now], json.Value);
        }
    });

    private int Index(string[] lines, int row)
    {
        if (row < 0)
        {
            return -1;
        }

        if (!_indexes.TryGetValue(lines[row], out var index))
        {
            _indexes.Add(lines[row], index = _lines.Count);
            _lines.Add(lines[row]);
        }

        return index;
    }
}
