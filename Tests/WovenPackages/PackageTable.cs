using System.Globalization;
using System.Runtime.InteropServices;
using Tests.WovenPackages.Servers;

namespace Tests.WovenPackages;

/// <summary>The work with all packages, as Markdown.</summary>
internal static class PackageTable
{
    private static readonly string[] s_packages = [.. PackageComparison.Alone, PackageComparison.Redis, PackageComparison.Postgres];

    /// <param name="operations">How many operations of the cheapest work are measured.</param>
    /// <param name="threads">How many run at the same time where it is not one.</param>
    /// <param name="output">Gets the table.</param>
    /// <param name="progress">Gets a line for each package.</param>
    /// <returns>Whether all work was done, with equal results.</returns>
    public static bool Run(int operations, int threads, TextWriter output, TextWriter progress)
    {
        using var builds = new PackageBuilds();
        var isSound = true;
        output.WriteLine("# Woven packages at work\n");
        output.WriteLine("Packages that nobody here wrote do the same work not woven and woven: whether the results are equal, and what is allocated.\n");
        output.WriteLine(
            "Printed by `dotnet run -c Release --project Tests -- woven-packages --output docs/woven-packages.md`: the program `Samples/PackageWork`\n" +
            "does the same work with packages as they were published and with their assemblies woven, in a process each; the program itself is not\n" +
            "woven. Redis and PostgreSQL are servers on loopback, started for this. StackExchange.Redis runs over what it needs of a package that not\n" +
            "every registry has, Pipelines.Sockets.Unofficial, written anew in `Samples/PackageWork/Pipelines`. A result is a digest of all that the operations\n" +
            "returned, in their order; bytes and collections are those of the whole process, after as many operations that warm up, with a budget of\n" +
            "4 MB for gen 0.\n");
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors.\n"));
        output.WriteLine(
            "| package | work | at the same time | operations | results | bytes each, not woven | woven " +
            "| gen-0 collections for 1,000, not woven | woven |");
        output.WriteLine("| --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |");
        foreach (var package in s_packages)
        {
            progress.WriteLine($"{package} ...");
            try
            {
                var comparison = PackageComparison.Of(package, builds, operations, threads);
                foreach (var (notWoven, woven) in comparison.Works)
                {
                    isSound &= notWoven.Result == woven.Result;
                    WriteRow(output, package, notWoven, woven);
                }
            }
            catch (MissingServerException exception)
            {
                isSound = false;
                output.WriteLine($"| {package} | {exception.Message} | | | | | | | |");
            }
        }

        output.WriteLine("\nPlaces that were changed:\n");
        output.WriteLine($"{string.Join("\n", s_packages.Select(package => $"- {package}: {builds.Changed[package]}"))}");
        return isSound;
    }

    private static void WriteRow(TextWriter output, string package, WorkMeasurement notWoven, WorkMeasurement woven)
    {
        var results = notWoven.Result == woven.Result ? "equal" : "**different**";
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {package} | {notWoven.Work} | {notWoven.Threads} | {notWoven.Operations:N0} | {results} " +
            $"| {notWoven.BytesPerOperation:N0} | {woven.BytesPerOperation:N0} " +
            $"| {notWoven.Gen0CollectionsPerThousand:N1} | {woven.Gen0CollectionsPerThousand:N1} |"));
    }
}
