namespace Tests.Snapshots;

/// <summary>Finds snapshots that no test compares any more.</summary>
[Parallelizable(ParallelScope.Self)]
public class SnapshotFilesTests
{
    [Test]
    public void Belong_to_a_test()
    {
        var tests = typeof(SnapshotFilesTests).Assembly.GetTypes().SelectMany(type => type.GetMethods().Select(method => $"{type.FullName}.{method.Name}")).ToHashSet();
        var files = Directory.GetFiles(Repository.PathOf("Tests"), "*.verified.txt", SearchOption.AllDirectories);
        var ofNone = files.Where(file => NameOf(file) is var name && !tests.Any(test => name == test || name.StartsWith($"{test}_", StringComparison.Ordinal)));

        Assert.That(files, Is.Not.Empty);
        Assert.That(ofNone, Is.Empty);

        static string NameOf(string file) =>
            $"{Path.GetRelativePath(Repository.Root, Path.GetDirectoryName(file)!).Replace(Path.DirectorySeparatorChar, '.')}.{string.Join('.', Path.GetFileName(file).Split('.')[..2])}";
    }
}
