using System.Globalization;
using System.IO.Compression;
using System.Text;

namespace PooledAwait.Fody.Report;

/// <summary>
/// The IL of some methods, as the page stores it. Each distinct line is stored once. Each method has rows, which refer to these lines by index and show the old
/// and new IL side by side.
/// </summary>
internal sealed class ComparedIl
{
    private readonly Dictionary<string, int> _indexes = [];
    private readonly List<string> _lines = [];

    private ComparedIl()
    {
    }

    /// <summary>
    /// Packs the methods in groups, in the report's order. To show a method, the page unpacks only the method's group, because ten thousand unpacked methods
    /// would be tens of millions of characters.
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

    /// <summary>
    /// Writes the rows of each method under the method's position in the report. A row is one number if both sides have the same line. Otherwise the row has
    /// one number for each side. The number -1 stands for a missing line.
    /// </summary>
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
