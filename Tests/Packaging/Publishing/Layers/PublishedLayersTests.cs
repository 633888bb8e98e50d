using Tests.NewerRuntimes;

namespace Tests.Packaging.Publishing.Layers;

[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class PublishedLayersTests
{
    private const string Together = "PooledAwaitPublish=App";

    private LayersPublication _published = null!;

    [OneTimeSetUp]
    public void Publish() => _published = LayersPublication.Publish(Together, isEachWoven: false, isReadyToRun: false, Together);

    [TestCase(false)]
    [TestCase(true)]
    public async Task State_machines_of_the_projects_are_gone_where_they_are_published_together(bool isOnNet11)
    {
        if (isOnNet11)
        {
            _ = CoreClr11.Host; // skips the test if .NET 11 is not available
        }

        var run = await LayersLoad.RunAsync(_published with { IsOnNet11 = isOnNet11 }, 2_000, TestContext.CurrentContext.CancellationToken);

        Assert.Multiple(() =>
        {
            // The allocation samples contain tasks and state machines of the framework or of packages. So the samples would also show state machines of the
            // projects, if there were any.
            Assert.That(LayersLoad.Of(run, LayersLoad.TasksAndMachines()), Is.Positive);
            Assert.That(LayersLoad.Of(run, LayersLoad.MachinesOfTheProjects()), Is.Zero);
        });
    }
}
