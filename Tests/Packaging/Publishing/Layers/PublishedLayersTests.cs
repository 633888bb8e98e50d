using NUnit.Framework;

namespace Tests.Packaging.Publishing.Layers;

[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class PublishedLayersTests
{
    [Test]
    public async Task State_machines_of_the_projects_are_gone_where_they_are_published_together()
    {
        var plain = await BytesAsync("PooledAwaitEnabled=false");
        var woven = await BytesAsync("PooledAwaitPublish=App");

        Assert.Multiple(() =>
        {
            Assert.That(plain, Is.Positive);
            Assert.That(woven, Is.Zero);
        });
    }

    private static async Task<double> BytesAsync(string property)
    {
        var publication = LayersPublication.Publish(property, isEachWoven: false, property, isReadyToRun: false);
        return LayersLoad.Of(await LayersLoad.RunAsync(publication, 2_000, CancellationToken.None), LayersLoad.MachinesOfTheProjects());
    }
}
