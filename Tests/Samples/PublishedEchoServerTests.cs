using System.Reflection.PortableExecutable;
using Tests.Packaging;

namespace Tests.Samples;

/// <summary>Publishes the sample with its publish profiles, for this machine's platform, and runs the published program.</summary>
/// <remarks>Publishing needs packages (the runtime, the trimmer, crossgen). They come from the sources that every restore uses.</remarks>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class PublishedEchoServerTests
{
    private string _folder = "";

    // The test publishes into its own folders, because the sample's build for the tests has no platform.
    [OneTimeSetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;

    [OneTimeTearDown]
    public void DeleteFolder() => Directory.Delete(_folder, recursive: true);

    // Publishes with trimming only if POOLEDAWAIT_WHOLE=1, because Tests.Packaging.Publishing.KindsOfPublishingTests always publishes a trimmed program.
    private static IEnumerable<string> Profiles => Extent.IsWhole ? ["ReadyToRun", "Trimmed"] : ["ReadyToRun"];

    [TestCaseSource(nameof(Profiles))]
    public void Runs_woven(string profile)
    {
        var published = Publish(profile);
        if (profile == "Trimmed")
        {
            var whole = new FileInfo(typeof(PooledAwait.PooledAwaitAttribute).Assembly.Location);
            Assert.That(new FileInfo(Path.Combine(published, "PooledAwait.Runtime.dll")).Length, Is.LessThan(whole.Length));
        }
        else
        {
            foreach (var name in (string[])["Echo.Woven.dll", "PooledAwait.Runtime.dll"])
            {
                using var image = new PEReader(File.OpenRead(Path.Combine(published, name)));
                Assert.That(image.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size, Is.Positive, name);
            }
        }

        var program = Path.Combine(published, OperatingSystem.IsWindows() ? "EchoServer.exe" : "EchoServer");
        var (exitCode, output) = ChildProcess.Run(program, published, "--connections", "3", "--messages", "2000", "--size", "100", "--rounds", "1");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(Sample.BytesOf(output, "woven"), Is.LessThan(Sample.BytesOf(output, "not woven") * 0.1), output);
    }

    private string Publish(string profile)
    {
        var published = Path.Combine(_folder, profile);
        var output = Dotnet.Run(
            Repository.Root,
            "publish", Path.Combine("Samples", "EchoServer"), "-c", "Release", $"-p:PublishProfile={profile}",
            "--artifacts-path", Path.Combine(_folder, "artifacts"), "-o", published);
        Assert.That(output, Does.Not.Contain("warning"));
        Assert.That(WeavingEvidence.IsWoven(Path.Combine(published, "Echo.Woven.dll")), Is.True);
        return published;
    }
}
