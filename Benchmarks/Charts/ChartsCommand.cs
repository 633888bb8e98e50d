using System.CommandLine;

namespace Benchmarks.Charts;

/// <summary>Writes the charts and the README's table from the committed report. Run the command in the root of the repository.</summary>
internal static class ChartsCommand
{
    private const string Folder = "docs/charts";
    private const string Page = "README.md";

    /// <param name="report">The file of the committed report.</param>
    public static Command Create(string report)
    {
        var command = new Command(
            "charts", $"Draws the charts of {Folder} and writes the README's table of figures, both from {report}; measures nothing.");
        command.SetAction(_ =>
        {
            if (!File.Exists(report))
            {
                Console.Error.WriteLine($"There is no {report}; run this in the root of the repository.");
                return 1;
            }

            var results = ResultsFile.Parse(File.ReadAllText(report));
            foreach (var earlier in Directory.CreateDirectory(Folder).EnumerateFiles("*.svg"))
            {
                earlier.Delete();
            }

            foreach (var (name, image) in ChartFiles.Draw(results))
            {
                File.WriteAllText($"{Folder}/{name}", image);
            }

            File.WriteAllText(Page, FiguresTable.PutInto(File.ReadAllText(Page), results));
            return 0;
        });
        return command;
    }
}
