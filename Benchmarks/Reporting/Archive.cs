using System.Text.Json;
using Benchmarks.Throughput;

namespace Benchmarks.Reporting;

/// <summary>Keeps the measured figures in a file for each case, so that several short runs can make one report.</summary>
internal sealed class Archive(string folder)
{
    private static readonly JsonSerializerOptions s_options = new() { WriteIndented = true };

    private readonly HashSet<Circumstances> _circumstances = [];

    /// <summary>The circumstances under which the loaded figures were measured.</summary>
    public IReadOnlyCollection<Circumstances> Circumstances => _circumstances;

    public void Save(Case @case, IReadOnlyDictionary<string, Measured> methods, Circumstances circumstances) =>
        Save(@case.Name, new Kept<IReadOnlyDictionary<string, Measured>>(circumstances, methods));

    public void Save(WorkloadResult result, Circumstances circumstances) =>
        Save(Workload.Name, new Kept<WorkloadResult>(circumstances, result));

    /// <returns>False if nothing is kept for the case.</returns>
    public bool TryLoad(Case @case, Measurements measurements)
    {
        if (Load<Dictionary<string, Measured>>(@case.Name) is not { } methods)
        {
            return false;
        }

        foreach (var (method, measured) in methods)
        {
            measurements.Add(@case, method, measured);
        }

        return true;
    }

    /// <returns>The kept result; null if nothing is kept for the workload.</returns>
    public WorkloadResult? LoadWorkload() => Load<WorkloadResult>(Workload.Name);

    private void Save<T>(string name, Kept<T> kept)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(FileOf(name), JsonSerializer.Serialize(kept, s_options));
    }

    private T? Load<T>(string name)
        where T : class
    {
        if (!File.Exists(FileOf(name)))
        {
            return null;
        }

        var kept = JsonSerializer.Deserialize<Kept<T>>(File.ReadAllText(FileOf(name)))!;
        _circumstances.Add(kept.Circumstances);
        return kept.Content;
    }

    private string FileOf(string name) => Path.Combine(folder, $"{name}.json");

    private sealed record Kept<T>(Circumstances Circumstances, T Content);
}
