using System.Globalization;
using System.Xml.Linq;

namespace Benchmarks.Charts;

/// <summary>An SVG image with a frame, in one theme. Lengths are in pixels.</summary>
internal sealed class Drawing
{
    private const string Sans = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif";
    private const string Monospace = "ui-monospace, SFMono-Regular, Consolas, 'DejaVu Sans Mono', monospace";

    private static readonly XNamespace s_svg = "http://www.w3.org/2000/svg";

    private readonly XElement _image;
    private readonly Theme _theme;

    public Drawing(Theme theme, double width, double height, string title, string description)
    {
        _theme = theme;
        _image = new XElement(s_svg + "svg",
            new XAttribute("viewBox", $"0 0 {Number(width)} {Number(height)}"),
            new XAttribute("width", Number(width)), new XAttribute("height", Number(height)),
            new XAttribute("role", "img"), new XAttribute("font-family", Sans),
            new XElement(s_svg + "title", title), new XElement(s_svg + "desc", description));
        Box(0.5, 0.5, width - 1, height - 1, theme.Page, theme.Border);
    }

    public void Text(double x, double y, string text, string? colour = null, double size = 13, bool bold = false, bool atEnd = false) =>
        Add("text", [("x", Number(x)), ("y", Number(y)), ("fill", colour ?? _theme.Text), ("font-size", Number(size)),
            ("font-weight", bold ? "600" : null), ("text-anchor", atEnd ? "end" : null)], text);

    public void Code(double x, double y, string text, bool muted = false) =>
        Add("text", [("x", Number(x)), ("y", Number(y)), ("fill", muted ? _theme.Muted : _theme.Text), ("font-size", "12.5"),
            ("font-family", Monospace), ("xml:space", "preserve")], text);

    public void Bar(double x, double y, double width, double height, string colour) =>
        Add("rect", [("x", Number(x)), ("y", Number(y)), ("width", Number(width)), ("height", Number(height)),
            ("rx", Number(Math.Min(2, width / 2))), ("fill", colour)]);

    public void Box(double x, double y, double width, double height, string colour, string? border = null) =>
        Add("rect", [("x", Number(x)), ("y", Number(y)), ("width", Number(width)), ("height", Number(height)),
            ("rx", "6"), ("fill", colour), ("stroke", border)]);

    public void Line(string colour, double width, params IReadOnlyList<(double X, double Y)> points) =>
        Add("polyline", [("points", string.Join(' ', points.Select(point => $"{Number(point.X)},{Number(point.Y)}"))), ("fill", "none"), ("stroke", colour),
            ("stroke-width", Number(width)), ("stroke-linejoin", "round")]);

    public override string ToString() => _image.ToString().ReplaceLineEndings("\n") + "\n";

    private void Add(string name, (string Name, string? Value)[] attributes, string? text = null) =>
        _image.Add(new XElement(s_svg + name,
            attributes.Where(attribute => attribute.Value is not null)
                .Select(attribute => new XAttribute(attribute.Name == "xml:space" ? XNamespace.Xml + "space" : attribute.Name, attribute.Value!)),
            text));

    private static string Number(double value) => value.ToString("0.#", CultureInfo.InvariantCulture);
}
