using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using NUnit.Framework;

namespace Tests.Packaging;

/// <summary>What counts for the Meter <c>PooledAwait</c> is in a program that is trimmed, unless its project says that it has no meters.</summary>
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class MetricsSupportTests
{
    [Test]
    public void Decides_whether_the_meter_is_there_where_a_program_is_trimmed()
    {
        var folder = Packed.NewFolder();
        var (metered, unmetered) = (Project("Metered"), Project("Unmetered").With("MetricsSupport", "false"));
        new FreshSolution(folder, [metered, unmetered]).Publish("-c", "Release");

        Assert.Multiple(() =>
        {
            Assert.That(Types(metered), Does.Contain("PoolMeter").And.Contain("PoolSums"));
            Assert.That(Types(unmetered), Does.Contain("AllThreads").And.Not.Contain("PoolMeter").And.Not.Contain("PoolSums"));
            var (exitCode, output) = ChildProcess.Run(Published(unmetered, OperatingSystem.IsWindows() ? "Unmetered.exe" : "Unmetered"), folder);
            Assert.That((exitCode, output.Trim()), Is.EqualTo((0, "3")));
        });

        FreshProject Project(string name) => FreshProject.Of(folder, name).Woven()
            .With("OutputType", "Exe").With("PublishTrimmed", "true").With("UseCurrentRuntimeIdentifier", "true")
            .Text("Program.cs", """
                using System;
                using System.Threading.Tasks;

                Console.WriteLine(await Work.SumAsync(3));

                internal static class Work
                {
                    public static async Task<int> SumAsync(int count)
                    {
                        var sum = 0;
                        for (var i = 0; i < count; i++)
                        {
                            sum += await NextAsync(i);
                        }

                        return sum;
                    }

                    private static async ValueTask<int> NextAsync(int i)
                    {
                        await Task.Yield();
                        return i;
                    }
                }
                """);
    }

    private static string Published(FreshProject project, string file) =>
        Directory.GetFiles(project.Folder, file, SearchOption.AllDirectories).Single(path => Path.GetFileName(Path.GetDirectoryName(path)) == "publish");

    private static string[] Types(FreshProject project)
    {
        using var image = new PEReader(File.OpenRead(Published(project, "PooledAwait.Runtime.dll")));
        var metadata = image.GetMetadataReader();
        return [.. metadata.TypeDefinitions.Select(type => metadata.GetString(metadata.GetTypeDefinition(type).Name))];
    }
}
