using System.Text.RegularExpressions;
using PooledAwait.Inspect.Comparing;
using Tests.WovenPackages.Servers;

namespace Tests.Packaging.Publishing.Layers;

/// <summary>The clients of <c>Samples/Layers</c>, which request orders.</summary>
internal static partial class LayersLoad
{
    /// <summary>The text that the API prints when it is ready for requests.</summary>
    public const string Ready = "Listening on";

    /// <summary>Starts the API, sends it requests and ends it.</summary>
    public static async Task<ProgramRun> RunAsync(LayersPublication publication, int requests, CancellationToken cancellation)
    {
        var port = LocalServer.FreePort();
        var clients = Repository.PathOf("Samples", "Layers", "bin", Repository.Configuration, "net10.0", "Layers.dll");
        var command = $"\"{Dotnet.Host}\" \"{clients}\" --port {port} --connections 2 --requests {requests / 2}";
        var load = new Load(command, Throughput: null, Operations());
        var run = await new RunUnderLoad(load, Ready, TimeSpan.Zero).RunAsync(publication.Start(port), cancellation);
        Assert.That(run.IsAtFault, Is.False, string.Join('\n', run.LastErrors));
        return run;
    }

    /// <summary>Estimates from the runtime's allocation samples how many bytes a request allocates for objects of the given types.</summary>
    public static double Of(ProgramRun run, Regex types) =>
        run.BytesByType.Where(type => types.IsMatch(type.Key)).Sum(type => type.Value) / (run.Figures.AllocatedBytes / run.Figures.BytesPerOperation!.Value);

    /// <summary>Matches state machines of the three projects, in boxes of the default builder.</summary>
    [GeneratedRegex(@"^AsyncStateMachineBox`1\[.*,Shop\.[^,]+\+<[^,]+\]$")]
    public static partial Regex MachinesOfTheProjects();

    /// <summary>Matches all state machines in boxes of the default builder, and all tasks.</summary>
    [GeneratedRegex(@"^AsyncStateMachineBox`1\[|^System\.Threading\.Tasks\.Task(`1\[.*\])?$")]
    public static partial Regex TasksAndMachines();

    [GeneratedRegex(@"(\d+) requests,")]
    private static partial Regex Operations();
}
