using Benchmarks.Builders;
using Benchmarks.Reporting;
using Mono.Cecil;
using PooledAwait.Fody.Rewrites.Builders;

namespace Tests.Benchmarks;

[Alone]
public class SmallMachinesTests
{
    [Test]
    public void The_sizes_are_the_weavers_estimates()
    {
        using var module = ModuleDefinition.ReadModule(Path.Combine(TestContext.CurrentContext.TestDirectory, "Work.NotWoven.dll"));
        var machines = module.GetType("Work.Machines").NestedTypes
            .Where(type => type.Interfaces.Any(implemented => implemented.InterfaceType.Name == "IAsyncStateMachine"))
            .ToDictionary(type => type.Name[1..type.Name.IndexOf('>', StringComparison.Ordinal)], StateMachineSize.Of);

        var expected = Catalog.Cases.Where(@case => @case.Type == typeof(SmallMachines)).Select(@case => (int)@case.Goal.Parameter!);
        Assert.That(machines, Is.EquivalentTo(expected.ToDictionary(size => $"Of{size}Async", size => size)));
    }
}
