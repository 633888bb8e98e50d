namespace Benchmarks.Charts;

/// <summary>Draws groups of horizontal bars. Each group has one bar for each measured build, with the figure at the bar's end.</summary>
/// <param name="title">The subject of the measurement.</param>
/// <param name="remark">Explains the figures, for example where they were measured.</param>
/// <param name="series">The name of each build, and its colour in a theme.</param>
internal sealed class BarChart(string title, string remark, params IReadOnlyList<(string Name, Func<Theme, string> Colour)> series)
{
    private const double Margin = 20;

    // The average width of a letter in the widest font that readers may have.
    private const double LetterWidth = 7;
    private const double LabelGap = 12;
    private const double BarHeight = 13;
    private const double Gap = 16;

    // The width of the longest bar, and of the space after it for its figure.
    private const double LongestBar = 418;
    private const double FigureWidth = 62;

    private readonly List<(string Label, IReadOnlyList<Figure?> Figures)> _groups = [];

    /// <param name="label">The label of the group.</param>
    /// <param name="figures">One figure for each build. If the last figure is missing, the group is left out.</param>
    public void Add(string label, params IReadOnlyList<Figure?> figures)
    {
        if (figures[^1] is not null)
        {
            _groups.Add((label, figures));
        }
    }

    /// <returns>The image; null if there is nothing to draw.</returns>
    public string? Draw(Theme theme)
    {
        if (_groups.Count == 0)
        {
            return null;
        }

        const double Top = 92;
        var barStart = Margin + (_groups.Max(group => group.Label.Length) * LetterWidth) + LabelGap;
        var height = Top + _groups.Sum(group => Height(group.Figures) + Gap);
        var drawing = new Drawing(theme, barStart + LongestBar + FigureWidth + Margin, height, title, Description());
        drawing.Text(Margin, 30, title, size: 17, bold: true);
        drawing.Text(Margin, 50, remark, theme.Muted, size: 12);
        Legend(drawing, theme, barStart);

        var longest = _groups.Max(group => group.Figures.Max(figure => figure?.Value ?? 0));
        var y = Top;
        foreach (var (label, figures) in _groups)
        {
            drawing.Text(barStart - LabelGap, y + (Height(figures) / 2) + 4, label, atEnd: true);
            foreach (var (figure, (_, colour)) in figures.Zip(series).Where(bar => bar.First is not null))
            {
                // Draw zero as a thin line, to show that it was measured.
                var length = longest > 0 ? Math.Max(2, figure!.Value / longest * LongestBar) : 2;
                drawing.Bar(barStart, y, length, BarHeight - 2, colour(theme));
                drawing.Text(barStart + length + 6, y + BarHeight - 3, figure!.Text, size: 11.5, bold: colour(theme) == theme.Woven);
                y += BarHeight;
            }

            y += Gap;
        }

        return drawing.ToString();
    }

    private void Legend(Drawing drawing, Theme theme, double x)
    {
        foreach (var (name, colour) in series)
        {
            drawing.Bar(x, 66, 11, 11, colour(theme));
            drawing.Text(x + 16, 76, name, size: 12);
            x += 34 + (name.Length * 6.6);
        }
    }

    private string Description() => string.Join("; ", _groups.Select(group =>
    {
        var figures = group.Figures.Zip(series).Where(bar => bar.First is not null).Select(bar => $"{bar.Second.Name} {bar.First!.Text}");
        return $"{group.Label}: {string.Join(", ", figures)}";
    }));

    private static double Height(IReadOnlyList<Figure?> figures) => BarHeight * figures.Count(figure => figure is not null);
}
