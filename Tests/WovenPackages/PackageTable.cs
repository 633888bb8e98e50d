using System.Globalization;
using System.Runtime.InteropServices;
using Tests.WovenPackages.Servers;

namespace Tests.WovenPackages;

/// <summary>Measures what Samples/PackageWork allocates with each package, and writes a table, as Markdown.</summary>
internal static class PackageTable
{
    /// <param name="packages">The packages to measure.</param>
    /// <param name="operations">The number of measured operations of the cheapest kind. Fewer operations are measured of a more expensive kind.</param>
    /// <param name="threads">How many operations run at the same time, in the measurements with more than one thread.</param>
    /// <param name="output">Receives the table.</param>
    /// <param name="progress">Receives a line for each package.</param>
    /// <returns>Whether all packages were measured, with equal results in all builds.</returns>
    public static bool Run(IReadOnlyList<Package> packages, int operations, int threads, TextWriter output, TextWriter progress)
    {
        progress.WriteLine("Weaving ...");
        using var none = new PackageBuild(Weaving.None, packages);
        using var without = new PackageBuild(Weaving.WithoutDirectAwaits, packages);
        using var all = new PackageBuild(Weaving.All, packages);
        using var together = new PackageBuild(Weaving.AllTogether, packages);
        IReadOnlyList<PackageBuild> builds = [none, without, all, together];
        WriteHead(output, builds);
        var isSound = true;
        foreach (var package in packages)
        {
            progress.WriteLine($"{package} ...");
            try
            {
                foreach (var work in PackageComparison.Of(package, builds, operations, threads))
                {
                    isSound &= HasEqualResults(work);
                    WriteRow(output, package, work);
                }
            }
            catch (MissingServerException exception)
            {
                isSound = false;
                output.WriteLine($"| {package} | {exception.Message}");
            }
        }

        output.WriteLine("\nPlaces that were changed:\n");
        foreach (var package in packages)
        {
            output.WriteLine($"- {package}: {string.Join(", ", builds.Skip(1).Select(build => $"{build.ChangedIn(package):N0} {build.Name}"))}");
        }

        return isSound;
    }

    private static void WriteHead(TextWriter output, IReadOnlyList<PackageBuild> builds)
    {
        output.WriteLine("# Woven packages at work\n");
        output.WriteLine("Packages of other authors do the same work not woven and woven. This page says whether the results are equal, and how much each allocates.\n");
        output.WriteLine(
            "Printed by `dotnet run -c Release --project Tests -- woven-packages --output docs/measured/woven-packages.md`. The program `Samples/PackageWork`\n" +
            "does the same work with the packages as they were published and with woven packages, each in its own process. The program itself is\n" +
            "woven only in the last column, where everything is woven together, as publishing can do it. Redis, PostgreSQL, MariaDB, NATS and RabbitMQ are servers on loopback, started for this. StackExchange.Redis needs parts of a package that not\n" +
            "every registry has, Pipelines.Sockets.Unofficial; `Samples/PackageWork/Pipelines` contains our own version of them. A result is a digest of everything that the operations\n" +
            "returned, in order. Bytes and collections are those of the whole process, after the same number of operations to warm up, with a budget of\n" +
            "4 MB for gen 0. The number of calls that wait for a socket differs from run to run, so their bytes differ by a few percent. Where code is optimised at another\n" +
            "moment they differ by up to a third: in the first row of Npgsql, and where Polly.Core's calls fail or are hedged.\n");
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors.\n"));
        var names = builds.Select(build => build.Name).ToList();
        output.WriteLine(
            "| package | work | at the same time | operations | results " +
            $"| bytes each, {string.Join(" | ", names)} | gen-0 collections for 1,000, {string.Join(" | ", names)} |");
        output.WriteLine($"| --- | --- | ---: | ---: | --- {string.Concat(Enumerable.Repeat("| ---: ", builds.Count * 2))}|");
    }

    private static void WriteRow(TextWriter output, Package package, IReadOnlyList<WorkMeasurement> work)
    {
        var first = work[0];
        var results = HasEqualResults(work) ? "equal" : "**different**";
        var bytes = work.Select(build => build.BytesPerOperation.ToString("N0", CultureInfo.InvariantCulture));
        var collections = work.Select(build => build.Gen0CollectionsPerThousand.ToString("N1", CultureInfo.InvariantCulture));
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {package} | {first.Work} | {first.Threads} | {first.Operations:N0} | {results} " +
            $"| {string.Join(" | ", bytes)} | {string.Join(" | ", collections)} |"));
    }

    private static bool HasEqualResults(IReadOnlyList<WorkMeasurement> work) => work.All(build => build.Result == work[0].Result);
}
