using NUnit.Framework;

namespace Tests.Verifying;

/// <summary>A snapshot that nobody can read is accepted unread.</summary>
[Parallelizable(ParallelScope.Self)]
public class SnapshotFilesTests
{
    private static readonly string[] s_files = Directory.GetFiles(Repository.PathOf("Tests"), "*.verified.txt", SearchOption.AllDirectories);

    [Test]
    public void Are_what_a_person_reads()
    {
        var lines = s_files.ToDictionary(file => Path.GetRelativePath(Repository.Root, file), file => File.ReadLines(file).Count());

        Assert.That(lines.Values.Sum(), Is.InRange(1, 45_000), string.Join("\n", lines.OrderByDescending(file => file.Value).Take(10)));
        Assert.That(lines.MaxBy(file => file.Value).Value, Is.LessThan(3_000), $"{lines.MaxBy(file => file.Value)}");
    }

    [Test]
    public void Belong_to_a_test()
    {
        var tests = typeof(SnapshotFilesTests).Assembly.GetTypes().SelectMany(type => type.GetMethods().Select(method => $"{type.FullName}.{method.Name}")).ToHashSet();
        var ofNone = s_files.Where(file => NameOf(file) is var name && !tests.Any(test => name == test || name.StartsWith($"{test}_", StringComparison.Ordinal)));

        Assert.That(s_files, Is.Not.Empty);
        Assert.That(ofNone, Is.Empty);

        static string NameOf(string file) =>
            $"{Path.GetRelativePath(Repository.Root, Path.GetDirectoryName(file)!).Replace(Path.DirectorySeparatorChar, '.')}.{string.Join('.', Path.GetFileName(file).Split('.')[..2])}";
    }
}
