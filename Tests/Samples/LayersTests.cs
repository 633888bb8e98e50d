using System.Globalization;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Tests.Samples;

[Parallelizable(ParallelScope.Self)]
public sealed class LayersTests
{
    private static readonly Sample s_sample = new("Layers");

    [Test]
    public void Each_build_answers_the_same_requests_and_the_woven_one_has_fewer_tasks_and_machines()
    {
        var (exitCode, output) = s_sample.Run("--connections", "2", "--requests", "1000", "--rounds", "1");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.StartWith("2 connections, 1 rounds of 2,000 requests").And.Contain("is tasks and state machines"));
#if !DEBUG
        // The bytes of a request swing with how often SQLite and EF Core fill their caches anew, by more than async code has; its share does not.
        Assert.That(Share(output, "woven"), Is.LessThan(0.75 * Share(output, "not woven")), output);
#endif
    }

#if !DEBUG
    private static double Share(string output, string build) =>
        double.Parse(Regex.Match(output, $@"^{build}: ([0-9.]+) % is tasks and state machines", RegexOptions.Multiline).Groups[1].Value, CultureInfo.InvariantCulture);
#endif
}
