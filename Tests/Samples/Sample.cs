using System.Globalization;
using System.Text.RegularExpressions;

namespace Tests.Samples;

/// <summary>A program of Samples that was built before the tests.</summary>
/// <param name="folder">The folder of the program's project, below Samples.</param>
internal sealed class Sample(params string[] folder)
{
    // Columns of figures in the program's table. Column 0, the speed, is not used.
    private const int Bytes = 1;
    private const int Gen0Collections = 2;

    private readonly string _program = Repository.PathOf(["Samples", .. folder, "bin", Repository.Configuration, "net10.0", $"{folder[^1]}.dll"]);

    public (int ExitCode, string Output) Run(params string[] arguments) => Dotnet.TryRun(Repository.Root, [_program, .. arguments]);

    /// <summary>
    /// Runs the program with the given work, which is less than the program's default. Asserts that the woven build allocates less than the given share of the
    /// other build's bytes. In a release build, also asserts that the woven build collects less often.
    /// </summary>
    /// <param name="share">The limit in a release build: the woven build must allocate less than this share of the other build's bytes.</param>
    /// <param name="arguments">The program's arguments, which set the work.</param>
    /// <returns>The program's output.</returns>
    public string Compare(double share, params string[] arguments)
    {
        var (exitCode, output) = Run(arguments);
        Assert.That(exitCode, Is.Zero, output);
#if DEBUG
        share = 0.99; // Without optimisation, state machines are objects, which the compiler's code allocates.
#else
        Assert.That(Figure(output, "woven", Gen0Collections), Is.LessThan(Figure(output, "not woven", Gen0Collections)), output);
#endif
        Assert.That(Figure(output, "woven", Bytes), Is.LessThan(Figure(output, "not woven", Bytes) * share), output);
        return output;
    }

    /// <summary>Returns the bytes that the program printed for a build.</summary>
    public static double BytesOf(string output, string build) => Figure(output, build, Bytes);

    private static double Figure(string output, string build, int column)
    {
        var row = Regex.Match(output, $@"^\| {build} +\|(?:[^|]*\|){{{column}}} +([0-9.,]+) \|", RegexOptions.Multiline);
        Assert.That(row.Success, Is.True, output);
        return double.Parse(row.Groups[1].Value, CultureInfo.InvariantCulture);
    }
}
