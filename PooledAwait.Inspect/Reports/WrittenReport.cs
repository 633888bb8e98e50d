using Fody;
using PooledAwait.Fody.Report;

namespace PooledAwait.Inspect.Reports;

/// <summary>An output file for a report. The file's extension determines the format.</summary>
internal sealed class WrittenReport
{
    private static readonly Dictionary<string, Func<ReportModel, string>> s_forms = new(StringComparer.OrdinalIgnoreCase)
    {
        [".html"] = ReportPage.Of,
        [".json"] = ReportJson.Of,
        [".txt"] = ReportText.Of,
    };

    private readonly Func<ReportModel, string> _form;

    private WrittenReport(string path, Func<ReportModel, string> form)
    {
        Path = path;
        _form = form;
    }

    public string Path { get; }

    /// <summary>True if the format shows IL.</summary>
    public bool HasIl => _form == s_forms[".html"];

    /// <exception cref="InputException">The extension is missing or unknown.</exception>
    public static WrittenReport At(string path) => s_forms.TryGetValue(System.IO.Path.GetExtension(path), out var form)
        ? new WrittenReport(path, form)
        : throw new InputException($"The output '{path}' does not say what to write; allowed are names that end in {string.Join(", ", s_forms.Keys)}.");

    /// <exception cref="InputException">The file cannot be written.</exception>
    public void Write(ReportModel report)
    {
        try
        {
            ReportFile.Write(Path, _form(report));
        }
        catch (WeavingException exception)
        {
            throw new InputException(exception.Message);
        }
    }
}
