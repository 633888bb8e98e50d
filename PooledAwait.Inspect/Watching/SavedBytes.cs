using System.Text.Json;
using System.Text.Json.Nodes;

namespace PooledAwait.Inspect.Watching;

/// <summary>The bytes that a call of each method saves, by the estimates in builds' reports.</summary>
internal sealed class SavedBytes
{
    private readonly Dictionary<string, double> _byMethod = new(StringComparer.Ordinal);

    /// <summary>True if there is any report.</summary>
    public bool IsKnown { get; private init; }

    /// <param name="files">JSON reports.</param>
    /// <exception cref="InputException">One of the files is not a report, or cannot be read.</exception>
    public static SavedBytes Read(IReadOnlyList<string> files)
    {
        var saved = new SavedBytes { IsKnown = files.Count > 0 };
        foreach (var file in files)
        {
            try
            {
                foreach (var assembly in JsonNode.Parse(File.ReadAllText(file))!["assemblies"]!.AsArray())
                {
                    saved.Add(assembly!["methods"]!.AsArray());
                }
            }
            catch (Exception exception) when (exception is JsonException or NullReferenceException or InvalidOperationException)
            {
                throw new InputException($"'{file}' is not a report: a build with Report=\"Full\" writes it, as <assembly>.PooledAwait.json beside the assembly in obj.");
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                throw new InputException($"'{file}' cannot be read: {exception.Message}");
            }
        }

        return saved;
    }

    /// <summary>Returns the bytes that a call of a method saves; null if no report has an estimate for the method.</summary>
    public double? Of(string method) => _byMethod.TryGetValue(method, out var bytes) ? bytes : null;

    private void Add(JsonArray methods)
    {
        foreach (var method in methods)
        {
            // The meter counts all overloads together, so take the overload that saves least.
            var name = method!["name"]!.GetValue<string>().Split('(')[0];
            foreach (var decision in method["decisions"]!.AsArray())
            {
                if (decision!["rewrite"]!.GetValue<string>() == "Builders" && decision["outcome"]!.GetValue<string>() == "changed" &&
                    decision["bytesSaved"]?["total"]?.GetValue<double>() is { } bytes)
                {
                    _byMethod[name] = _byMethod.TryGetValue(name, out var other) ? Math.Min(other, bytes) : bytes;
                }
            }
        }
    }
}
