using NUnit.Framework;

namespace Tests.Samples;

[Parallelizable(ParallelScope.Self)]
public sealed class LayersTests
{
    private static readonly Sample s_sample = new("Layers");

    [Test]
    public void Each_build_answers_the_same_requests_and_the_woven_one_allocates_less()
    {
        var (exitCode, output) = s_sample.Run("--connections", "2", "--requests", "1000", "--rounds", "1");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.StartWith("2 connections, 1 rounds of 2,000 requests").And.Contain("is tasks and state machines"));
#if !DEBUG
        Assert.That(Sample.BytesOf(output, "woven"), Is.LessThan(Sample.BytesOf(output, "without direct awaits") - 500), output);
#endif
    }
}
