using System.Text.RegularExpressions;
using PooledAwait.Fody.Rewrites.StateObjects;
using Tests.Compilation;

namespace Tests.StateObjects;

/// <summary>Checks that each method in the weaver's table has a fixture in which its calls are woven, and a row in the documentation.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed partial class KnownMethodsTests
{
    private static IEnumerable<string> Names => StateMethod.Known.SelectMany(method => method.Names).Distinct();

    [Test]
    public void A_fixture_has_a_woven_call_of_every_name([ValueSource(nameof(Names))] string name)
    {
        var decisions = CallDecisions.All.In(Shape.Release, $"{CompiledAssembly.Name}.Valid.");
        Assert.That(decisions.Select(entry => entry.Decision), Has.Some.StartsWith($"{name} passes"));
    }

    [Test]
    public void The_page_has_a_row_for_every_method()
    {
        var page = File.ReadAllText(Repository.PathOf("docs", "state-objects.md"));
        Assert.That(
            Row().Matches(page).Select(row => (row.Groups["value"].Value, row.Groups["default"].Value)),
            Is.EquivalentTo(StateMethod.Known.Append(StateMethod.OwnMethods).Select(method => (method.Value, method.IsDefault ? "yes" : "no"))));
    }

    [GeneratedRegex(@"^\| `(?<value>\w+)` \|.*\| (?<default>yes|no) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
