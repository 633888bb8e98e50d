using System.Text.Json.Nodes;

namespace Tests.Inspect.Stacks.RuntimeAsync;

/// <summary>Reads the trees in the tool's output as lines of text, with the names of the calls.</summary>
internal static class CallPaths
{
    /// <summary>
    /// Runs the tool and returns a line for each row that shows calls: the number of these calls, and their path, which begins at a call that nobody awaits.
    /// </summary>
    public static IReadOnlyList<string> Of(params string[] arguments)
    {
        var (exitCode, output, error) = ToolRun.Run(["stacks", .. arguments, "--json"]);
        Assert.That(exitCode, Is.Zero, error);
        return [.. In(JsonNode.Parse(output)!["trees"]!, "").Order(StringComparer.Ordinal)];
    }

    /// <summary>Runs the tool until the paths are the expected ones, or until a time limit.</summary>
    public static IReadOnlyList<string> Until(IEnumerable<string> expected, RunningProgram program)
    {
        var wanted = expected.Order(StringComparer.Ordinal).ToList();
        IReadOnlyList<string> paths = [];
        RepeatedLook.Until(_ => (paths = Of($"{program.Id}")).SequenceEqual(wanted), () => { }, "stacks", $"{program.Id}");
        return paths;
    }

    /// <summary>Runs the tool and returns each method with the place at which its calls wait.</summary>
    public static IReadOnlyList<(string Method, string Place)> PlacesIn(params string[] arguments)
    {
        var (exitCode, output, error) = ToolRun.Run(["stacks", .. arguments, "--json"]);
        Assert.That(exitCode, Is.Zero, error);
        return [.. Rows(JsonNode.Parse(output)!["trees"]!).Where(row => row["kind"]!.GetValue<string>() == "call").Select(row => ($"{row["text"]}", $"{row["place"]}")).Distinct()];
    }

    /// <summary>Returns all rows of trees, each before the rows below it.</summary>
    public static IEnumerable<JsonNode> Rows(JsonNode rows) => rows.AsArray().SelectMany(row => Rows(row!["next"]!).Prepend(row));

    private static IEnumerable<string> In(JsonNode rows, string above)
    {
        foreach (var row in rows.AsArray())
        {
            var path = row!["kind"]!.GetValue<string>() == "call" ? $"{above}/{row["text"]}" : above;
            if (path != above)
            {
                yield return $"{row["count"]} {path}";
            }

            foreach (var below in In(row["next"]!, path))
            {
                yield return below;
            }
        }
    }
}
