namespace Tests.Samples;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class WebApiTests
{
    private static readonly Sample s_sample = new("WebApi");

    [Test]
    public void The_woven_build_answers_the_same_requests_and_allocates_less()
    {
        var output = s_sample.Compare(0.7, "--connections", "4", "--requests", "4000", "--rounds", "1");

        Assert.That(output, Does.StartWith("4 connections, 1 rounds of 16,000 requests").And.Contain("per million requests"));
    }

    [Test]
    public void A_bad_option_is_one_error()
    {
        var (exitCode, output) = s_sample.Run("--requests", "0");

        Assert.That(exitCode, Is.Not.Zero);
        Assert.That(output.Trim(), Is.EqualTo("--requests is '0'; it has to be a whole number from 1 to 10000000."));
    }
}
