using PooledAwait.Inspect.Files;

namespace Tests.Inspect;

/// <summary>Tests output files. The tool opens an output file before its work, and writes it afterwards.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class OutputFileTests
{
    [Test]
    public void What_was_there_is_kept_until_all_is_known()
    {
        using var folder = new TemporaryFolder();
        var file = folder.PathOf("page.html");
        File.WriteAllText(file, "A longer text of yesterday.");
        OutputFile.Open(file, file).Dispose();
        Assert.That(File.ReadAllText(file), Is.EqualTo("A longer text of yesterday."));
        Write(file);
        Assert.That(File.ReadAllText(file), Is.EqualTo("text"));
    }

    [Test]
    public void A_link_to_no_file_leads_to_none_afterwards_either()
    {
        using var folder = new TemporaryFolder();
        var (link, file) = (folder.PathOf("link.html"), folder.PathOf("page.html"));
        File.CreateSymbolicLink(link, file);
        OutputFile.Open(link, link).Dispose();
        Assert.That((File.Exists(file), new FileInfo(link).LinkTarget), Is.EqualTo((false, file)));
        Write(link);
        Assert.That(File.ReadAllText(file), Is.EqualTo("text"));
    }

    [Test]
    [Platform("Linux")]
    public void A_device_takes_a_text() => Assert.That(() => Write("/dev/null"), Throws.Nothing);

    [Test]
    [Platform("Linux")]
    public void A_full_disk_is_told() => Assert.That(() => Write("/dev/full"), Throws.InstanceOf<IOException>().With.Message.Contains("No space left"));

    private static void Write(string path)
    {
        using var output = OutputFile.Open(path, path);
        output.Write("text");
    }
}
