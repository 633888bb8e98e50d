namespace Tests.Packaging.Publishing.Layers;

[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class PublishedLayersTests
{
    [Test]
    public async Task State_machines_of_the_projects_are_gone_where_they_are_published_together()
    {
        const string Together = "PooledAwaitPublish=App";
        var run = await LayersLoad.RunAsync(LayersPublication.Publish(Together, isEachWoven: false, Together, isReadyToRun: false), 2_000, CancellationToken.None);

        Assert.Multiple(() =>
        {
            // The sample contains the framework's tasks and machines, so it does see these types.
            Assert.That(LayersLoad.Of(run, LayersLoad.TasksAndMachines()), Is.Positive);
            Assert.That(LayersLoad.Of(run, LayersLoad.MachinesOfTheProjects()), Is.Zero);
        });
    }
}
