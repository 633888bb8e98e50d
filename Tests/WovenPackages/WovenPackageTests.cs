using Tests.NewerRuntimes;
using Tests.WovenPackages.Servers;

namespace Tests.WovenPackages;

/// <summary>
/// A short version of <c>dotnet run -c Release --project Tests -- woven-packages</c>: packages of other authors run the same operations woven and not woven, on
/// one thread and on many, against real servers. Five packages are tested; with POOLEDAWAIT_WHOLE=1, all packages.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class WovenPackageTests
{
    // The limits, in percent of what the operations allocate with the published package. The figures vary by two or three percent from run to run, because
    // operations on a socket wait more or less often. The test compares the least of several rounds. In such a short run, a round may also include objects that
    // are created only at the start, or again after a collection has emptied the pools.
    private static readonly Dictionary<string, int> s_left = new()
    {
        ["Polly.Core"] = 10,
        ["Polly"] = 70,
        ["StackExchange.Redis"] = 100,
        ["Npgsql"] = 99,
        ["Dapper"] = 100,
        ["Microsoft.EntityFrameworkCore.Sqlite"] = 101,
        ["Npgsql.EntityFrameworkCore.PostgreSQL"] = 99,
        ["Yarp.ReverseProxy"] = 100,
        ["Microsoft.AspNetCore.SignalR.Client.Core"] = 95,
        ["Grpc.Net.Client"] = 91,
        ["MassTransit"] = 99,
        ["MQTTnet"] = 68,
        ["MySqlConnector"] = 80,
        ["NATS.Client.Core"] = 80,
        ["MailKit"] = 98,
        ["RabbitMQ.Client"] = 85,
        ["Quartz"] = 97,
        ["StreamJsonRpc"] = 99,
        ["Microsoft.Orleans.Server"] = 99,
    };

    private const int Measurements = 4;

    // The packages that differ most: one that needs no server, and four that need different servers.
    private static readonly string[] s_some = ["Polly.Core", "StackExchange.Redis", "Npgsql", "MySqlConnector", "NATS.Client.Core"];

    private static readonly string[] s_someOnNet11 = ["NATS.Client.Core", "MySqlConnector"];

    private List<PackageBuild> _builds = null!;

    private static IEnumerable<string> Names => Package.All.Select(package => package.Name).Where(name => Extent.IsWhole || s_some.Contains(name));

    private static IEnumerable<string> NamesOnNet11 => Extent.IsWhole ? s_someOnNet11 : s_someOnNet11[..1];

    [OneTimeSetUp]
    public void Weave()
    {
        List<Package> packages = [.. Package.All.Where(package => Names.Contains(package.Name))];
        _builds = [new PackageBuild(Weaving.None, packages), new PackageBuild(Weaving.All, packages)];
    }

    [OneTimeTearDown]
    public void Delete() => _builds.ForEach(build => build.Dispose());

    [TestCaseSource(nameof(Names))]
    public void Do_the_same_and_allocate_less(string name) => Compare(name, isOnNet11: false);

    [TestCaseSource(nameof(NamesOnNet11))]
    public void On_NET_11_too(string name)
    {
        _ = CoreClr11.Host; // skips the test if .NET 11 is not available
        Compare(name, isOnNet11: true);
    }

    private void Compare(string name, bool isOnNet11)
    {
        var package = Package.All.Single(package => package.Name == name);
        IReadOnlyList<IReadOnlyList<WorkMeasurement>> works;
        try
        {
            // The server's speed decides how many calls suspend. What each build allocates depends on the number of these calls. A measurement that exceeds the
            // limit is repeated, because the excess may be chance.
            var measured = 0;
            do
            {
                works = PackageComparison.Of(package, _builds, operations: 8_000, threads: 4, isShort: true, isOnNet11);
                measured++;
            }
            while (measured < Measurements && works.All(builds => builds[1].Result == builds[0].Result) && Left(works) > s_left[name]);
        }
        catch (MissingServerException exception)
        {
            Assert.Ignore(exception.Message);
            return;
        }

        Assert.That(works, Is.Not.Empty);
        Assert.Multiple(() =>
        {
            Assert.That(_builds[1].ChangedIn(package), Is.Positive);
            foreach (var work in works)
            {
                var (notWoven, woven) = (work[0], work[1]);
                Assert.That((woven.Work, woven.Threads, woven.Operations), Is.EqualTo((notWoven.Work, notWoven.Threads, notWoven.Operations)));
                Assert.That(woven.Result, Is.EqualTo(notWoven.Result), notWoven.Work);
            }

            Assert.That(
                Left(works),
                Is.LessThanOrEqualTo(s_left[name]),
                () => string.Join('\n', works.SelectMany(builds => builds)));
        });
    }

    /// <summary>Returns the bytes of all operations in the woven build, in percent of the bytes in the build that is not woven.</summary>
    private static long Left(IReadOnlyList<IReadOnlyList<WorkMeasurement>> works) => works.Sum(work => work[1].LeastBytes) * 100 / works.Sum(work => work[0].LeastBytes);

    /// <summary>Runs a short version of <c>woven-packages memory</c>.</summary>
    [Test]
    public async Task In_short_minutes_pools_keep_no_more_than_they_may()
    {
        using var output = new StringWriter();
        var package = Package.All.Single(package => package.Name == "Polly.Core");

        var isSound = await PackageMemory.RunAsync(
            package, _builds[0], _builds[1], workers: 40, minutes: 2, TimeSpan.FromSeconds(3), output, TestContext.CurrentContext.CancellationToken);

        Assert.That(isSound, output.ToString());
        Assert.That(output.ToString(), Does.Match(@"\| 1 \| 40 \| [\d,]+ \| [\d,]+ \|"));
        Assert.That(output.ToString(), Does.Match(@"\| 2 \| 0 \| [\d,]+ \| [\d,]+ \| 0 \| 0 \|"));
        Assert.That(output.ToString(), Does.Contain("All checks passed."));
    }
}
