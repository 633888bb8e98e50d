namespace Tests.BuildTasks;

/// <summary>Checks that the package's MSBuild targets are easy to read: they must have no regular expressions and no long lines.</summary>
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
