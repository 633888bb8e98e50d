using System.Reflection;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Running;
using Benchmarks.Reporting;

namespace Tests.Benchmarks;

[Parallelizable(ParallelScope.Self)]
public class CatalogTests
{
    private static IEnumerable<string> Names => Catalog.Cases.Select(@case => @case.Name);

    [Test]
    public void Every_benchmark_class_stands_in_the_catalog_once()
    {
        var classes = typeof(Catalog).Assembly.GetTypes()
            .Where(type => type.GetMethods().Any(method => method.IsDefined(typeof(BenchmarkAttribute))));
        Assert.That(Catalog.Categories.SelectMany(category => category.Types), Is.EquivalentTo(classes));
    }

    [Test]
    public void Every_name_and_every_work_is_said_once_in_its_room()
    {
        Assert.That(Names, Is.Unique);
        foreach (var category in Catalog.Categories)
        {
            Assert.That(category.Cases.Select(@case => @case.Goal.Work), Is.Unique, category.Name);
        }
    }

    [Test]
    public void A_class_has_a_goal_for_each_value_of_its_parameter_and_no_other()
    {
        foreach (var type in Catalog.Categories.SelectMany(category => category.Types))
        {
            var measured = BenchmarkConverter.TypeToBenchmarks(type).BenchmarksCases
                .Select(benchmark => benchmark.Parameters.Items.SingleOrDefault()?.Value)
                .Distinct();
            Assert.That(Catalog.Cases.Where(@case => @case.Type == type).Select(@case => @case.Goal.Parameter), Is.EquivalentTo(measured), type.Name);
        }
    }

    [TestCaseSource(nameof(Names))]
    public void The_methods_that_a_goal_names_are_benchmarks(string name)
    {
        var @case = Catalog.Cases.Single(candidate => candidate.Name == name);
        var goal = @case.Goal;
        Assert.Multiple(() =>
        {
            Assert.That(Benchmark(GoalAttribute.NotWoven)?.Baseline, Is.True);
            Assert.That(Benchmark(GoalAttribute.Woven)?.Baseline, Is.False);
            foreach (var other in new[] { goal.Peer, goal.BytesBeyond }.OfType<string>())
            {
                Assert.That(Benchmark(other)?.Baseline, Is.False, other);
            }
        });

        BenchmarkAttribute? Benchmark(string method) => @case.Type.GetMethod(method)?.GetCustomAttribute<BenchmarkAttribute>();
    }
}
