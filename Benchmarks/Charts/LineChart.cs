using System.Globalization;

namespace Benchmarks.Charts;

/// <summary>Draws numbers over time, one line for each measured build. Both axes start at zero.</summary>
/// <param name="title">The subject of the measurement.</param>
/// <param name="remark">How the numbers were measured.</param>
/// <param name="unit">The unit of the horizontal axis.</param>
internal sealed class LineChart(string title, string remark, string unit)
{
    private const double Left = 70;
    private const double Right = 24;
    private const double Top = 96;
    private const double Width = 760;
    private const double Height = 340;
    private const double Bottom = 46;

    private readonly List<(string Name, Func<Theme, string> Colour, IReadOnlyList<(double X, long Y)> Points)> _lines = [];

    /// <summary>A description of the chart in words.</summary>
    public string Description => $"{remark}. {string.Join("; ", _lines.Select(line => line.Name))}.";

    public void Add(string name, Func<Theme, string> colour, IReadOnlyList<(double X, long Y)> points) => _lines.Add((name, colour, points));

    public string Draw(Theme theme)
    {
        var drawing = new Drawing(theme, Width, Height, title, Description);
        drawing.Text(20, 30, title, size: 17, bold: true);
        drawing.Text(20, 50, remark, theme.Muted, size: 12);
        var points = _lines.SelectMany(line => line.Points).ToList();
        var (xEnd, yEnd) = (points.Max(point => point.X), Math.Max(1.0, points.Max(point => point.Y)));

        for (var y = 0.0; y <= yEnd; y += Step(yEnd))
        {
            drawing.Line(theme.Border, 1, (X(0), Y(y)), (X(xEnd), Y(y)));
            drawing.Text(Left - 8, Y(y) + 4, Number(y), theme.Muted, size: 12, atEnd: true);
        }

        for (var x = 0.0; x <= xEnd; x += Step(xEnd))
        {
            drawing.Text(X(x) - 6, Height - Bottom + 18, Number(x), theme.Muted, size: 12);
        }

        drawing.Text(Width - Right, Height - 10, unit, theme.Muted, size: 12, atEnd: true);
        var legend = Left;
        foreach (var (name, colour, line) in _lines)
        {
            drawing.Bar(legend, 66, 11, 11, colour(theme));
            drawing.Text(legend + 16, 76, name, size: 12);
            legend += 50 + (name.Length * 6.6);
            drawing.Line(colour(theme), 2.5, [.. line.Select(point => (X(point.X), Y(point.Y)))]);
        }

        return drawing.ToString();

        double X(double value) => Left + (value / xEnd * (Width - Left - Right));
        double Y(double value) => Height - Bottom - (value / yEnd * (Height - Bottom - Top));
    }

    /// <summary>Returns the distance between two marks on an axis with about five marks. It is 1, 2 or 5 times a power of ten.</summary>
    private static double Step(double longest)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(longest / 5)));
        return new[] { 1, 2, 5, 10 }.Select(factor => factor * power).First(step => step * 5 >= longest);
    }

    private static string Number(double value) => value.ToString("#,0.##", CultureInfo.InvariantCulture);
}
