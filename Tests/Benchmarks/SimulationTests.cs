using Benchmarks.Simulation;

namespace Tests.Benchmarks;

/// <summary>Tests the simulation of the pools on many cores.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public static class SimulationTests
{
    private const int CallsOfEachCore = 300;

    private static IEnumerable<string> Patterns => Enum.GetNames<Pattern>();

    [Test]
    public static void Keeps_no_more_boxes_than_cores_and_depot_may_have_and_makes_few([ValueSource(nameof(Patterns))] string pattern, [Values(2, 64)] int cores)
    {
        var outcome = Run(pattern, cores);
        Assert.Multiple(() =>
        {
            Assert.That(outcome.MaximumIdle, Is.EqualTo(16_384 + cores * 65));
            Assert.That(outcome.MostIdle, Is.InRange(1, outcome.MaximumIdle));
            Assert.That(outcome.MadeFirst + outcome.MadeLater, Is.LessThanOrEqualTo(cores * 200), "at most 100 are in flight on a core, and three magazines are on their way");
        });
    }

    [Test]
    public static void Is_the_same_each_time() => Assert.That(Run(nameof(Pattern.AcrossCores), 16), Is.EqualTo(Run(nameof(Pattern.AcrossCores), 16)));

    [Test]
    public static void Nothing_is_shared_where_calls_stay_on_their_core()
    {
        var outcome = Run(nameof(Pattern.OneOnItsCore), 64);
        Assert.That((outcome.Exchanges, outcome.MadeFirst, outcome.MadeLater), Is.EqualTo((0, 64, 0)));
        Assert.That(outcome.Efficiency, Is.GreaterThan(0.9));
    }

    [Test]
    public static void The_depot_is_visited_once_for_a_magazine_at_most()
    {
        // The magazines grow to their large capacity in the first half of the run.
        var outcome = VirtualCores.Run(Pattern.OneWay, 64, Costs.ShortCall, callsOfEach: 1_500, new LibraryPool(64));
        Assert.That(outcome.Exchanges, Is.InRange(1 / 32.0, 2 / 32.0), "one rents from it and another returns to it");
    }

    [Test]
    public static void What_all_cores_write_is_written_by_one_at_a_time()
    {
        var outcome = VirtualCores.Run(Pattern.OneOnItsCore, 64, Costs.ShortCall, CallsOfEachCore, new OneStack());
        Assert.That(outcome.Exchanges, Is.EqualTo(2).Within(0.1));
        Assert.That(outcome.Efficiency * 64, Is.LessThan(1), "64 cores that wait for a line do less than one that has it alone");
    }

    [Test]
    public static void Prints_a_row_for_each_pattern_and_number_of_cores()
    {
        var rows = SimulateCommand.Page([2, 8], CallsOfEachCore, 8 * CallsOfEachCore).Split('\n').Where(line => line.StartsWith('|'));
        Assert.That(rows.Count(), Is.EqualTo(2 + 4 * 2));
    }

    private static Outcome Run(string pattern, int cores) =>
        VirtualCores.Run(Enum.Parse<Pattern>(pattern), cores, Costs.ShortCall, CallsOfEachCore, new LibraryPool(cores));
}
