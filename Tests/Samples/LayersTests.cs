using System.Text.RegularExpressions;

namespace Tests.Samples;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class LayersTests
{
    private static readonly Sample s_sample = new("Layers");

    [Test]
    public void Each_build_answers_the_same_requests_and_the_woven_one_makes_no_state_machine_of_its_own()
    {
        var (exitCode, output) = s_sample.Run("--connections", "2", "--requests", "1000", "--rounds", "1");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.StartWith("2 connections, 1 rounds of 2,000 requests").And.Contain("is tasks and state machines"));
#if !DEBUG
        // Bytes per request vary with the caches of SQLite and EF Core. Shares of a thousand samples vary too; only a share of zero is stable.
        var ofTheApi = Regex.Matches(output, @"^ *(\d+)    samples are state machines of the API's own methods", RegexOptions.Multiline);
        Assert.That(ofTheApi, Has.Count.EqualTo(2), output);
        Assert.That(ofTheApi[1].Groups[1].Value, Is.EqualTo("0"), output);
#endif
    }
}
