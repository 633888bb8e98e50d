using System.Globalization;
using System.Text.RegularExpressions;
using Tests.NewerRuntimes;

namespace Tests.Packaging.Publishing.Layers;

/// <summary>Prints, as Markdown, what a request of the sample APIs allocates on .NET 10 and on .NET 11. The same files run on both.</summary>
internal static partial class RequestTable
{
    private const string RuntimeAsync = "runtime-async";

    private static readonly (string Name, string[] Properties)[] s_layers =
    [
        ("not woven", ["PooledAwaitEnabled=false"]),
        ("woven", ["PooledAwaitPublish=App"]),
        ("and packages", ["PooledAwaitPublish=Packages"]),
        (RuntimeAsync, ["PooledAwaitEnabled=false", "Features=runtime-async=on", "LangVersion=preview", "NoWarn=SYSLIB5007"]),
    ];

    public static async Task RunAsync(int requests, int rounds, TextWriter output, TextWriter progress, CancellationToken cancellation)
    {
        (string Name, bool IsNet11)[] runtimes = [(".NET 10", false), (".NET 11", true)];
        var names = s_layers.Select(layer => layer.Name).ToList();
        output.WriteLine($"| bytes of a request | {string.Join(" | ", names)} |\n|---|{string.Concat(names.Select(_ => "---:|"))}");
        foreach (var (runtime, isNet11) in runtimes)
        {
            progress.WriteLine($"WebApi on {runtime} ...");
            Write($"`Samples/WebApi`, {runtime}", OfWebApi(isNet11, requests, rounds));
        }

        var packed = new Packed();
        packed.PackAndSeed();
        try
        {
            var publications = s_layers.Select(layer =>
            {
                progress.WriteLine($"Publishing Layers, {layer.Name} ...");
                return LayersPublication.Publish(layer.Name, isEachWoven: false, isReadyToRun: false, layer.Properties);
            }).ToList();
            foreach (var (runtime, isNet11) in runtimes)
            {
                var bytes = publications.Where(publication => isNet11 || publication.Name != RuntimeAsync).ToDictionary(publication => publication.Name, _ => new List<double>());
                for (var round = 1; round <= rounds; round++)
                {
                    progress.WriteLine($"Layers on {runtime}, round {round} of {rounds} ...");
                    foreach (var publication in publications.Where(publication => bytes.ContainsKey(publication.Name)))
                    {
                        var run = await LayersLoad.RunAsync(publication with { IsOnNet11 = isNet11 }, requests, cancellation);
                        bytes[publication.Name].Add(run.Figures.BytesPerOperation!.Value);
                    }
                }

                Write($"`Samples/Layers`, {runtime}", bytes.ToDictionary(build => build.Key, build => build.Value.Order().ElementAt(rounds / 2)));
            }
        }
        finally
        {
            packed.Remove();
        }

        void Write(string row, IReadOnlyDictionary<string, double> bytes) => output.WriteLine(
            $"| {row} | {string.Join(" | ", names.Select(name => bytes.TryGetValue(name, out var value) ? value.ToString("N0", CultureInfo.InvariantCulture) : ""))} |");
    }

    /// <summary>Reads the bytes from the table that the sample prints.</summary>
    private static Dictionary<string, double> OfWebApi(bool isNet11, int requests, int rounds)
    {
        const int Connections = 16;
        var folder = Repository.PathOf("Samples", "WebApi", "bin", Repository.Configuration, "net10.0");
        string[] arguments = [Path.Combine(folder, "WebApi.dll"), "--connections", $"{Connections}", "--requests", $"{requests / Connections}", "--rounds", $"{rounds}"];
        var (exitCode, output) = isNet11 ? CoreClr11.Run(new Dictionary<string, string>(), folder, arguments) : Dotnet.TryRun(folder, arguments);
        Assert.That(exitCode, Is.Zero, output);
        var rows = Row().Matches(output);
        Assert.That(rows, Has.Count.EqualTo(isNet11 ? 3 : 2), output);
        return rows.ToDictionary(row => row.Groups["build"].Value.Trim(), row => double.Parse(row.Groups["bytes"].Value, CultureInfo.InvariantCulture));
    }

    [GeneratedRegex(@"^\| (?<build>[^|]*[a-z]) +\| +[\d,]+ \| +(?<bytes>[\d,.]+) \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
