namespace Tests.Snapshots;

[Parallelizable(ParallelScope.Self)]
public class VerifierTests
{
    private string _directory = null!;

    [SetUp]
    public void MakeDirectory() => _directory = Directory.CreateTempSubdirectory("verifier").FullName;

    [TearDown]
    public void DeleteDirectory() => Directory.Delete(_directory, recursive: true);

    [Test]
    public async Task Fails_and_leaves_what_was_received_where_nothing_was_accepted()
    {
        var e = await Assert.ThrowsAsync<VerifyException>(() => Verifier.Verify("one\r\ntwo", _directory, "A.B"));
        Assert.Multiple(() =>
        {
            Assert.That(e!.Message, Does.Contain("New:\n  - Received: A.B.received.txt\n    Verified: A.B.verified.txt").And.EndWith("one\ntwo"));
            Assert.That(File.ReadAllBytes(Received), Is.EqualTo("\uFEFFone\ntwo"u8.ToArray()));
            Assert.That(File.Exists(Verified), Is.False);
        });
    }

    [Test]
    public async Task Fails_with_the_difference_where_another_text_was_accepted()
    {
        await File.WriteAllTextAsync(Verified, "1\n2\n3\n4\n5\nsix\n7\n8\n9\n10");
        var e = await Assert.ThrowsAsync<VerifyException>(() => Verifier.Verify("1\n2\n3\n4\n5\n6\n7\n8\n9\n10", _directory, "A.B"));
        Assert.Multiple(() =>
        {
            Assert.That(e!.Message, Does.Contain("NotEqual:"));
            Assert.That(e.Message, Does.Contain("\n 4\n 5\n-six\n+6\n 7\n"));
            Assert.That(File.ReadAllText(Received), Is.EqualTo("1\n2\n3\n4\n5\n6\n7\n8\n9\n10"));
            Assert.That(File.ReadAllText(Verified), Does.Contain("six"));
        });
    }

    [TestCase("a\nb", false)]
    [TestCase("a\r\nb", true)]
    public async Task Passes_and_removes_what_was_received_where_the_text_was_accepted(string verified, bool mark)
    {
        await File.WriteAllTextAsync(Verified, verified, new System.Text.UTF8Encoding(mark));
        await File.WriteAllTextAsync(Received, "from a run before");
        await Verifier.Verify("a\nb", _directory, "A.B");
        Assert.That(File.Exists(Received), Is.False);
    }

    [Test]
    public async Task Notices_a_space_at_the_end_of_a_line()
    {
        await File.WriteAllTextAsync(Verified, "a\nb");
        await Assert.ThrowsAsync<VerifyException>(() => Verifier.Verify("a \nb", _directory, "A.B"));
    }

    [TestCase("a/b", null, 1.5)]
    public void Names_a_snapshot_after_the_test_and_its_arguments(string path, object? nothing, double number)
    {
        _ = (path, nothing, number);
        Assert.That(
            SnapshotName.OfCurrentTest(),
            Is.EqualTo("VerifierTests.Names_a_snapshot_after_the_test_and_its_arguments_path=a-b_nothing=null_number=1.5"));
    }

    [TestFixture("x")]
    [Parallelizable(ParallelScope.Self)]
    public class Inner(string letter)
    {
        [TestCase(1)]
        public void Names_a_snapshot_after_the_fixtures_arguments_too(int number)
        {
            _ = (letter, number);
            Assert.That(
                SnapshotName.OfCurrentTest(),
                Is.EqualTo("VerifierTests.Inner.Names_a_snapshot_after_the_fixtures_arguments_too_letter=x_number=1"));
        }
    }

    private string Received => Path.Combine(_directory, "A.B.received.txt");

    private string Verified => Path.Combine(_directory, "A.B.verified.txt");
}
