using Benchmarks.Reporting;

namespace Tests.Benchmarks;

/// <summary>Tests the commit that the pages with figures name.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class SourceCommitTests
{
    [TestCase("2.1.0+5225c9296aa555691f929aed98a67586804cca7c", "5225c929")]
    [TestCase("2.1.0", null)]
    [TestCase("2.1.0+5225c9", null)]
    [TestCase(null, null)]
    public void Is_what_the_version_ends_with(string? version, string? commit) => Assert.That(SourceCommit.Of(version), Is.EqualTo(commit));
}
