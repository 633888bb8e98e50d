using PooledAwait.Fody.Build;

namespace Tests.BuildTasks;

[Parallelizable(ParallelScope.Self)]
public sealed class ReadWeaverOutputTests
{
    private static readonly string[] s_lines = ["Shop.dll: 1 async method pooled.", "", "Polly.Core.dll: 2 async methods pooled.", "  Orders.dll: no line of its own", "Orders.dll: nothing to rewrite."];

    [Test]
    public void Libraries_without_a_line_are_not_woven()
    {
        var task = Read(["Orders", "Polly", "Polly.Core", "Core", "Mixed"], []);
        Assert.That(Item.Names(task.Unwoven), Is.EqualTo(["Polly", "Core", "Mixed"]));
    }

    [Test]
    public void Lines_of_projects_keep_their_order()
    {
        Assert.That(Read([], ["Orders", "Shop"]).LinesOfProjects, Is.EqualTo("Shop.dll: 1 async method pooled.\nOrders.dll: nothing to rewrite."));
        Assert.That(Read([], []).LinesOfProjects, Is.Empty);
    }

    private static ReadWeaverOutput Read(string[] libraries, string[] ofProjects)
    {
        var task = new ReadWeaverOutput { Lines = s_lines, Libraries = [.. libraries.Select(Item.Assembly)], OfProjects = [.. ofProjects.Select(Item.Assembly)] };
        Assert.That(task.Execute(), Is.True);
        return task;
    }
}
