using Benchmarks.Footprint;

namespace Tests.Benchmarks;

/// <summary>Runs the measurement of the pools' memory with small amounts.</summary>
[Thorough]
[Alone]
public static class FootprintTests
{
    [SetUp]
    public static void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public static void Measures_each_build_in_each_way()
    {
        var amounts = new Amounts(
            Threads: 2, Methods: 5, BurstMethods: 2, BurstCalls: 100, BurstWindows: 1, FewInFlight: 10, ManyInFlight: 100,
            Minute: TimeSpan.FromMilliseconds(60));

        var rows = FootprintCommand.Page(amounts).Split('\n').Where(line => line.StartsWith('|')).Select(line => line[2..^2].Split(" | ")).ToList();

        Assert.That(rows, Has.Count.EqualTo(2 + 10).And.All.Length.EqualTo(4));
        Assert.That(rows[0], Is.EqualTo(new[] { "", "not woven", "base library pooling", "woven" }));
        Assert.That(rows[4], Is.EqualTo(new[] { "call that finds no box, `ValueTask<int>`, B", "120", "120", "136" }));
    }
}
