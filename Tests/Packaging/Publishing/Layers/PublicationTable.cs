using System.Globalization;
using System.Runtime.InteropServices;

namespace Tests.Packaging.Publishing.Layers;

/// <summary>Prints, as Markdown, what is gained if publishing weaves all projects.</summary>
internal static class PublicationTable
{
    public static async Task RunAsync(int requests, int rounds, int starts, TextWriter output, TextWriter progress, CancellationToken cancellation)
    {
        var packed = new Packed();
        packed.PackAndSeed();
        try
        {
            var publications = LayersPublication.PublishAll(progress);
            var all = await PublicationMeasurement.OfAllAsync(publications, requests, rounds, starts, progress, cancellation);
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors; medians of {rounds} rounds of {requests:N0} requests, and of {starts} starts.\n"));
            output.WriteLine(
                "| published | woven | B a request | of them tasks and state machines | state machines of the projects | gen-0 collections for 1,000 | start-up, ms | of the processor, ms |\n" +
                "|---|---|---:|---:|---:|---:|---:|---:|");
            foreach (var measured in all)
            {
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"| {(measured.Publication.IsReadyToRun ? "ready to run" : "")} | {measured.Publication.Name} | {measured.Bytes:N0} | {measured.TasksAndMachines:N0} " +
                    $"| {measured.MachinesOfProjects:N0} | {measured.Gen0Collections:N1} | {measured.StartUp.Elapsed.TotalMilliseconds:N0} | {measured.StartUp.Processor.TotalMilliseconds:N0} |"));
            }
        }
        finally
        {
            packed.Remove();
        }
    }
}
