namespace Tests.BuildTasks;

/// <summary>Keeps the package's MSBuild targets easy to read: without regular expressions and long lines.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class TargetsTests
{
    private static IEnumerable<string> Targets => Directory.EnumerateFiles(Repository.PathOf("PooledAwait.Fody", "build"), "*.targets").Select(file => Path.GetFileName(file));

    [TestCaseSource(nameof(Targets))]
    public void Have_no_regular_expressions_and_no_long_lines(string name)
    {
        var lines = File.ReadAllLines(Repository.PathOf("PooledAwait.Fody", "build", name));

        Assert.That(lines.Where(line => line.Length > 160 || line.Contains("RegularExpressions", StringComparison.Ordinal)), Is.Empty);
    }
}
