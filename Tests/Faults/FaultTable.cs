using System.Text;

namespace Tests.Faults;

/// <summary>All faults that are tested, and the text of docs/measured/faults.md, which lists them.</summary>
internal static class FaultTable
{
    public static IReadOnlyList<Fault> All { get; } =
    [
        .. OptionFaults.All,
        .. AttributeFaults.All,
        .. ReferenceFaults.All,
        .. MachineFaults.All,
        .. WhenAnyFaults.All,
        .. DamagedCodeFaults.All,
        .. LargeCodeFaults.All,
        .. NameFaults.All,
        .. FileFaults.All,
    ];

    /// <summary>The text of the page. The command <c>faults</c> writes it, and a test compares the committed page with it.</summary>
    public static string Page()
    {
        var page = new StringBuilder(
            """
            # Faults

            This page lists errors, the message of a build or of PooledAwait.Inspect, and what happens then. Each line is a test. The tests' table
            is written to this page by `dotnet run -c Release --project Tests -- faults --output docs/measured/faults.md`.

            - **error**: the build fails, or the command ends with exit code 1; every file is unchanged.
            - **warning**: the build goes on, and says so.
            - **left alone**: the faulty code keeps its IL, with the reason in the report; the rest is woven.
            - **woven**: it does not matter for weaving.

            `…` stands for a folder.

            """);
        foreach (var group in All.GroupBy(fault => fault.Group))
        {
            Heading(group.Key);
            foreach (var fault in group)
            {
                Row(fault.What, InWords(fault.Outcome), fault.Told);
            }
        }

        Heading("Builds");
        foreach (var fault in BuildFault.All)
        {
            Row(fault.What, InWords(Outcome.Error), fault.Told);
        }

        return page.ToString().ReplaceLineEndings("\n");

        void Heading(string group) => page.Append($"\n## {group}\n\n| error | outcome | message |\n|---|---|---|\n");

        void Row(string what, string outcome, string told) => page.Append($"| {Cell(what)} | {outcome} | {Cell(told)} |\n");
    }

    private static string InWords(Outcome outcome) => outcome switch
    {
        Outcome.LeftAlone => "left alone",
        _ => outcome.ToString().ToLowerInvariant(),
    };

    private static string Cell(string text) => text.Replace("|", "\\|").Replace("<", "&lt;").Replace("\n", "<br>");
}
