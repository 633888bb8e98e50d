using PooledAwait.Inspect.Comparing;

namespace Tests.Packaging.Publishing.Layers;

/// <summary>The measurements of one publication. Each is the median of several rounds.</summary>
/// <param name="Publication">The publication.</param>
/// <param name="StartUp">The time from the start to the first answer.</param>
/// <param name="Bytes">Allocated bytes per request.</param>
/// <param name="TasksAndMachines">The part of the allocated bytes that the tasks and state machines of all assemblies take.</param>
/// <param name="MachinesOfProjects">The part of the allocated bytes that the state machines of the three projects take.</param>
/// <param name="Gen0Collections">Gen 0 collections per thousand requests.</param>
internal sealed record PublicationMeasurement(
    LayersPublication Publication,
    StartUp StartUp,
    double Bytes,
    double TasksAndMachines,
    double MachinesOfProjects,
    double Gen0Collections)
{
    /// <summary>Measures the publications by turns, so that other load on the machine affects all of them.</summary>
    public static async Task<IReadOnlyList<PublicationMeasurement>> OfAllAsync(
        IReadOnlyList<LayersPublication> publications, int requests, int rounds, int starts, TextWriter progress, CancellationToken cancellation)
    {
        var startUps = publications.ToDictionary(publication => publication, _ => new List<StartUp>());
        await InTurnsAsync(starts, "start", async publication => startUps[publication].Add(await Layers.StartUp.MeasureAsync(publication, cancellation)));
        var runs = publications.ToDictionary(publication => publication, _ => new List<ProgramRun>());
        await InTurnsAsync(rounds, "round", async publication => runs[publication].Add(await LayersLoad.RunAsync(publication, requests, cancellation)));
        return
        [
            .. publications.Select(publication => new PublicationMeasurement(
                publication,
                new StartUp(Median(startUps[publication], start => start.Elapsed), Median(startUps[publication], start => start.Processor)),
                Median(runs[publication], run => run.Figures.BytesPerOperation!.Value),
                Median(runs[publication], run => LayersLoad.Of(run, LayersLoad.TasksAndMachines())),
                Median(runs[publication], run => LayersLoad.Of(run, LayersLoad.MachinesOfTheProjects())),
                Median(runs[publication], run => run.Figures.Gen0Collections * 1_000 / requests))),
        ];

        async Task InTurnsAsync(int times, string name, Func<LayersPublication, Task> measure)
        {
            for (var i = 1; i <= times; i++)
            {
                progress.WriteLine($"{name} {i} of {times} ...");
                foreach (var publication in i % 2 == 0 ? publications.Reverse() : publications)
                {
                    await measure(publication);
                }
            }
        }
    }

    private static T Median<TMeasured, T>(IEnumerable<TMeasured> measured, Func<TMeasured, T> figure)
    {
        var sorted = measured.Select(figure).Order().ToList();
        return sorted[sorted.Count / 2];
    }
}
