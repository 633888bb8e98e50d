using System.Globalization;
using System.Xml.Linq;
using Benchmarks.Charts;
using Benchmarks.LiveTimers;

namespace Tests.Benchmarks;

/// <summary>Observes timers as the benchmarks' command does, but only for a second.</summary>
[Alone]
public static class LiveTimersTests
{
    [SetUp]
    public static void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public static void Only_the_build_that_is_not_woven_keeps_timers()
    {
        var chart = LiveTimersCommand.Observe(new(CallsPerSecond: 1_000, TimeSpan.FromSeconds(0.4), Calling: TimeSpan.FromSeconds(0.5), Idle: TimeSpan.FromSeconds(0.5)));

        var image = XElement.Parse(chart.Draw(Theme.All[0]));
        var lines = image.Elements().Where(element => (string?)element.Attribute("stroke-width") == "2.5").Select(Heights).ToList();
        Assert.That(lines, Has.Count.EqualTo(2));
        Assert.That(lines[0].Max(), Is.GreaterThan(lines[1].Max() * 2));
        Assert.That(lines.Select(line => line[^1]), Is.All.EqualTo(0).Within(2), "At the end no timer is left.");

        // Vertical positions count downwards from the top of the image. The lowest mark of the axis stands for zero.
        double[] Heights(XElement line) => [.. Positions(line).Select(y => Marks().Max() - y)];
        IEnumerable<double> Marks() => image.Elements().Where(element => (string?)element.Attribute("stroke-width") == "1").SelectMany(Positions);
        static IEnumerable<double> Positions(XElement line) =>
            ((string)line.Attribute("points")!).Split(' ').Select(point => double.Parse(point.Split(',')[1], CultureInfo.InvariantCulture));
    }
}
