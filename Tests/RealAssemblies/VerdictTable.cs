using System.Globalization;

namespace Tests.RealAssemblies;

/// <summary>Writes the verdicts as Markdown: a line for each assembly with decisions or findings, and the sums over all assemblies.</summary>
internal static class VerdictTable
{
    public static void Write(TextWriter output, AssemblySet set, IReadOnlyList<Verdict> verdicts)
    {
        var told = verdicts.Where(verdict => verdict.File.Changed + verdict.File.LeftAlone + verdict.Broken.Count > 0).ToList();
        output.WriteLine($"## {set.Name}\n");
        output.WriteLine(
            "| assembly | changed | left alone | bytes, not woven | bytes, woven | weaving, ms " +
            "| methods compiled | generic, not instantiated | refused on both sides | bodies checked | of them naming what is not here | broken |");
        output.WriteLine("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        foreach (var verdict in told)
        {
            WriteRow(output, verdict.File.Name, [verdict]);
        }

        WriteRow(output, $"**all {verdicts.Count}**", verdicts);
        output.WriteLine();
        foreach (var verdict in verdicts.Where(verdict => verdict.Broken.Count > 0))
        {
            output.WriteLine($"{verdict.File.Name}:\n\n{string.Join("\n", verdict.Broken.Select(broken => $"- `{broken}`"))}\n");
        }
    }

    private static void WriteRow(TextWriter output, string name, IReadOnlyList<Verdict> verdicts) => output.WriteLine(string.Create(
        CultureInfo.InvariantCulture,
        $"| {name} | {verdicts.Sum(v => v.File.Changed):N0} | {verdicts.Sum(v => v.File.LeftAlone):N0} " +
        $"| {verdicts.Sum(v => v.File.Original.LongLength):N0} | {verdicts.Sum(v => v.File.Woven.LongLength):N0} " +
        $"| {verdicts.Sum(v => v.File.Time.TotalMilliseconds):N0} | {verdicts.Sum(v => v.Compiled):N0} | {verdicts.Sum(v => v.Uninstantiated):N0} " +
        $"| {verdicts.Sum(v => v.Refused):N0} | {verdicts.Sum(v => v.Checked):N0} | {verdicts.Sum(v => v.Unresolved):N0} " +
        $"| {verdicts.Sum(v => v.Broken.Count):N0} |"));
}
