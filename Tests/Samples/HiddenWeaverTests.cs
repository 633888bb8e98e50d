namespace Tests.Samples;

[Parallelizable(ParallelScope.Self)]
public sealed class HiddenWeaverTests
{
    [Test]
    public void The_application_is_not_woven_and_the_librarys_calls_allocate_nothing()
    {
        var (exitCode, output) = new Sample("HiddenWeaver", "Application").Run();

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.StartWith("Application does not refer to PooledAwait.Runtime, Library refers to PooledAwait.Runtime."));
#if !DEBUG
        Assert.That(output, Does.Contain("A call that suspends allocates 0 bytes."));
#endif
    }
}
