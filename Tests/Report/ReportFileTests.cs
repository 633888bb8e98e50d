using PooledAwait.Fody.Report;

namespace Tests.Report;

[Parallelizable(ParallelScope.Self)]
public sealed class ReportFileTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void A_file_is_written_into_folders_that_are_made_for_it()
    {
        var path = Path.Combine(_folder, "obj", "Release", "report.txt");

        ReportFile.Write(path, "text\n");

        Assert.That(File.ReadAllBytes(path), Is.EqualTo("text\n"u8.ToArray()));
    }

    [Test]
    public void A_changed_text_replaces_the_file_and_leaves_nothing_beside_it()
    {
        var path = Path.Combine(_folder, "report.txt");

        ReportFile.Write(path, "old");
        ReportFile.Write(path, "new");

        Assert.That(File.ReadAllText(path), Is.EqualTo("new"));
        Assert.That(Directory.GetFiles(_folder), Is.EqualTo([path]));
    }

    [Test]
    public void An_unchanged_text_leaves_the_file_as_it_is()
    {
        var path = Path.Combine(_folder, "report.txt");
        ReportFile.Write(path, "text");
        var before = new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        File.SetLastWriteTimeUtc(path, before);

        ReportFile.Write(path, "text");

        Assert.That(File.GetLastWriteTimeUtc(path), Is.EqualTo(before));
    }

    [Test]
    public void A_file_is_deleted_where_there_is_one()
    {
        var path = Path.Combine(_folder, "report.txt");
        File.WriteAllText(path, "old");

        ReportFile.Delete(path);
        ReportFile.Delete(path);
        ReportFile.Delete(Path.Combine(_folder, "obj", "report.txt"));

        Assert.That(Directory.GetFileSystemEntries(_folder), Is.Empty);
    }
}
