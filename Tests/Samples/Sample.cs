using System.Globalization;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Tests.Samples;

/// <summary>A program of Samples as it was built before the tests.</summary>
/// <param name="folder">Where its project is.</param>
internal sealed class Sample(params string[] folder)
{
    // Columns of figures, of which the first is the speed.
    private const int Bytes = 1;
    private const int Gen0Collections = 2;

    private readonly string _program = Repository.PathOf(["Samples", .. folder, "bin", Repository.Configuration, "net10.0", $"{folder[^1]}.dll"]);

    public (int ExitCode, string Output) Run(params string[] arguments) => Dotnet.TryRun(Repository.Root, [_program, .. arguments]);

    /// <summary>
    /// Runs it with less to do than a reader would let it, and asserts that the woven build allocates that much less and collects less often
    /// than the other.
    /// </summary>
    /// <param name="share">Of the bytes of the not woven build, in a release build.</param>
    /// <param name="arguments">What there is to do.</param>
    /// <returns>What it printed.</returns>
    public string Compare(double share, params string[] arguments)
    {
        var (exitCode, output) = Run(arguments);
        Assert.That(exitCode, Is.Zero, output);
#if DEBUG
        share = 0.99; // Without optimisation state machines are objects, which the compiler's code allocates.
#else
        Assert.That(Figure(output, "woven", Gen0Collections), Is.LessThan(Figure(output, "not woven", Gen0Collections)), output);
#endif
        Assert.That(Figure(output, "woven", Bytes), Is.LessThan(Figure(output, "not woven", Bytes) * share), output);
        return output;
    }

    /// <summary>The bytes that were printed of a build.</summary>
    public static double BytesOf(string output, string build) => Figure(output, build, Bytes);

    private static double Figure(string output, string build, int column)
    {
        var row = Regex.Match(output, $@"^\| {build} +\|(?:[^|]*\|){{{column}}} +([0-9.,]+) \|", RegexOptions.Multiline);
        Assert.That(row.Success, Is.True, output);
        return double.Parse(row.Groups[1].Value, CultureInfo.InvariantCulture);
    }
}
