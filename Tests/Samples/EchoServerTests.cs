namespace Tests.Samples;

/// <summary>Runs the sample as a user would, but with less work.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class EchoServerTests
{
    private static readonly Sample s_sample = new("EchoServer");

    [Test]
    public void The_woven_build_answers_the_same_load_and_allocates_less()
    {
        var output = s_sample.Compare(0.1, "--connections", "3", "--messages", "4000", "--size", "100", "--rounds", "1");

        Assert.That(output, Does.StartWith("3 connections, 100 bytes a message, 1 rounds of 12,000 messages"));
    }

    [Test]
    public void Messages_may_be_empty_and_larger_than_what_a_socket_takes_at_once()
    {
        Assert.That(s_sample.Run("--connections", "2", "--messages", "20", "--size", "0", "--rounds", "1").ExitCode, Is.Zero);
        Assert.That(s_sample.Run("--connections", "2", "--messages", "20", "--size", "1048576", "--rounds", "1").ExitCode, Is.Zero);
    }

    [Test]
    public void A_short_soak_leaves_nothing_behind()
    {
        var (exitCode, output) = s_sample.Run("soak", "--connections", "100", "--seconds", "2");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.Contain("All checks passed."));
        Assert.That(output, Does.Not.Match(@"\| messages +\| +0 \|"));
    }

    [Test]
    public void In_short_minutes_its_pools_keep_no_more_than_they_may()
    {
        var (exitCode, output) = s_sample.Run("memory", "--connections", "100", "--minutes", "2", "--minute-seconds", "3");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.Match(@"\| 1 \| 100 \| [\d,]+ \| [\d,]+ \|"));
        Assert.That(output, Does.Match(@"\| 2 \| 0 \| [\d,]+ \| [\d,]+ \| 0 \| 0 \| 0 \|"));
        Assert.That(output, Does.Contain("All checks passed."));
    }

    [TestCase("memory --build debug", "Argument 'debug' not recognized. Must be one of:\n\t'not-woven'\n\t'woven'")]
    [TestCase("soak --seconds 0", "--seconds is '0'; it has to be a whole number from 1 to 86400.")]
    [TestCase("--size -1", "--size is '-1'; it has to be a whole number from 0 to 1048576.")]
    [TestCase("--connections 0", "--connections is '0'; it has to be a whole number from 1 to 1000.")]
    [TestCase("--messages 1.5", "--messages is '1.5'; it has to be a whole number from 1 to 10000000.")]
    [TestCase("--rounds 99999999999", "--rounds is '99999999999'; it has to be a whole number from 1 to 1000.")]
    [TestCase("--rounds", "Required argument missing for option: '--rounds'.")]
    [TestCase("--verbose", "Unrecognized command or argument '--verbose'.")]
    public void A_bad_option_is_one_error(string arguments, string error)
    {
        var (exitCode, output) = s_sample.Run(arguments.Split(' '));

        Assert.That(exitCode, Is.Not.Zero);
        Assert.That(output.Trim(), Is.EqualTo(error));
    }

    [Test]
    public void Help_names_every_option()
    {
        var (exitCode, output) = s_sample.Run("--help");

        Assert.That(exitCode, Is.Zero);
        foreach (var option in (string[])["--connections", "--messages", "--size", "--rounds"])
        {
            Assert.That(output, Does.Contain($"{option} <number>"));
        }
    }
}
