using NUnit.Framework;
using Tests.WovenPackages.Servers;

namespace Tests.WovenPackages;

/// <summary>
/// A short version of <c>dotnet run -c Release --project Tests -- woven-packages</c>: packages that nobody here wrote do the same work woven and not
/// woven, on one thread and on many, against real servers.
/// </summary>
public sealed class WovenPackageTests
{
    // For the sockets' buffers and the thread pool, which do not repeat themselves to the byte.
    private const double Noise = 1.03;

    private PackageBuilds _builds = null!;

    [OneTimeSetUp]
    public void Weave() => _builds = new PackageBuilds();

    [OneTimeTearDown]
    public void Delete() => _builds.Dispose();

    [TestCase("Polly.Core", 6)]
    [TestCase("Polly", 2)]
    [TestCase(PackageComparison.Redis, 6)]
    [TestCase(PackageComparison.Postgres, 4)]
    public void Do_the_same_and_allocate_less(string package, int works)
    {
        PackageComparison comparison;
        try
        {
            comparison = PackageComparison.Of(package, _builds, operations: 8_000, threads: 4);
        }
        catch (MissingServerException exception)
        {
            Assert.Ignore(exception.Message);
            return;
        }

        Assert.That(comparison.Works, Has.Count.EqualTo(works));
        Assert.Multiple(() =>
        {
            Assert.That(_builds.Changed[package], Is.GreaterThan(30));
            foreach (var (notWoven, woven) in comparison.Works)
            {
                Assert.That((woven.Work, woven.Threads, woven.Operations), Is.EqualTo((notWoven.Work, notWoven.Threads, notWoven.Operations)));
                Assert.That(woven.Result, Is.EqualTo(notWoven.Result), notWoven.Work);
                Assert.That(woven.Bytes, Is.LessThan(notWoven.Bytes * Noise), notWoven.Work);
            }

            Assert.That(comparison.Works.Sum(work => work.Woven.Bytes), Is.LessThan(comparison.Works.Sum(work => work.NotWoven.Bytes)));
        });
    }
}
