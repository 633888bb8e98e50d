using System.Globalization;
using System.Text.RegularExpressions;
using NUnit.Framework;
using Tests.Packaging;

namespace Tests.Samples;

/// <summary>The sample as a reader runs it, only with less to do.</summary>
public sealed class EchoServerTests
{
#if DEBUG
    private const string Configuration = "Debug";
#else
    private const string Configuration = "Release";
#endif

    private static readonly string s_program = Repository.PathOf("Samples", "EchoServer", "bin", Configuration, "net10.0", "EchoServer.dll");

    [Test]
    public void The_woven_build_answers_the_same_load_and_allocates_less()
    {
        var (exitCode, output) = Run("--connections", "3", "--messages", "2000", "--size", "100", "--rounds", "1");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.StartWith("3 connections, 100 bytes a message, 1 rounds of 6,000 messages"));
        var notWoven = BytesPerMessage(output, "not woven");
        var woven = BytesPerMessage(output, "woven");
#if DEBUG
        Assert.That(woven, Is.LessThan(notWoven * 0.9), output);
#else
        Assert.That(woven, Is.LessThan(notWoven * 0.1), output);
#endif
    }

    [Test]
    public void Messages_may_be_empty_and_larger_than_what_a_socket_takes_at_once()
    {
        Assert.That(Run("--connections", "2", "--messages", "20", "--size", "0", "--rounds", "1").ExitCode, Is.Zero);
        Assert.That(Run("--connections", "2", "--messages", "20", "--size", "1048576", "--rounds", "1").ExitCode, Is.Zero);
    }

    [Test]
    public void A_short_soak_leaves_nothing_behind()
    {
        var (exitCode, output) = Run("soak", "--connections", "100", "--seconds", "2");

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.Contain("All checks passed."));
        Assert.That(output, Does.Not.Match(@"\| messages +\| +0 \|"));
    }

    [TestCase("soak --seconds 0", "--seconds is '0'; it has to be a whole number from 1 to 86400.")]
    [TestCase("--size -1", "--size is '-1'; it has to be a whole number from 0 to 1048576.")]
    [TestCase("--connections 0", "--connections is '0'; it has to be a whole number from 1 to 1000.")]
    [TestCase("--messages 1.5", "--messages is '1.5'; it has to be a whole number from 1 to 10000000.")]
    [TestCase("--rounds 99999999999", "--rounds is '99999999999'; it has to be a whole number from 1 to 1000.")]
    [TestCase("--rounds", "Required argument missing for option: '--rounds'.")]
    [TestCase("--verbose", "Unrecognized command or argument '--verbose'.")]
    public void A_bad_option_is_one_error(string arguments, string error)
    {
        var (exitCode, output) = Run(arguments.Split(' '));

        Assert.That(exitCode, Is.Not.Zero);
        Assert.That(output.Trim(), Is.EqualTo(error));
    }

    [Test]
    public void Help_names_every_option()
    {
        var (exitCode, output) = Run("--help");

        Assert.That(exitCode, Is.Zero);
        foreach (var option in (string[])["--connections", "--messages", "--size", "--rounds"])
        {
            Assert.That(output, Does.Contain($"{option} <number>"));
        }
    }

    private static (int ExitCode, string Output) Run(params string[] arguments) => Dotnet.TryRun(Repository.Root, [s_program, .. arguments]);

    internal static double BytesPerMessage(string output, string build)
    {
        var row = Regex.Match(output, $@"^\| {build} +\|[^|]*\| +([0-9.,]+) \|", RegexOptions.Multiline);
        Assert.That(row.Success, Is.True, output);
        return double.Parse(row.Groups[1].Value, CultureInfo.InvariantCulture);
    }
}
