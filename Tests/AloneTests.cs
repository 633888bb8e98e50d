using NUnit.Framework.Interfaces;

namespace Tests;

[Parallelizable(ParallelScope.Self)]
public static class AloneTests
{
    /// <summary>
    /// If a fixture had neither [Alone] nor [Parallelizable], NUnit would run it in the process of the parallel tests, but not at the same time as these tests.
    /// </summary>
    [Test]
    public static void Every_fixture_runs_alone_or_beside_others()
    {
        var fixtures = typeof(AloneTests).Assembly.GetTypes().Where(HasTests).ToList();
        Assert.That(fixtures, Has.Count.GreaterThan(100));
        Assert.That(fixtures.Where(fixture => Says<AloneAttribute>(fixture) == Says<ParallelizableAttribute>(fixture)), Is.Empty);
    }

    private static bool HasTests(Type type) =>
        (!type.IsAbstract || type.IsSealed) &&
        type.GetMethods().Any(method => method.GetCustomAttributes(inherit: true).Any(attribute => attribute is ITestBuilder or ISimpleTestBuilder));

    private static bool Says<TAttribute>(Type fixture) => fixture.GetCustomAttributes(inherit: true).OfType<TAttribute>().Any();
}
