using System.Collections.Concurrent;
using System.Xml.Linq;
using Fody;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>The weaver under test, and the fixtures that it wove.</summary>
internal static class Weavers
{
    private static readonly XElement s_default = new("PooledAwait");

    private static readonly XElement s_builders =
        new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("DirectAwaits", false), new XAttribute("TimedWaits", false), new XAttribute("WhenAny", "None"),
            new XAttribute("StateObjects", "None"), new XAttribute("Exclude", "*.Misused*|*.Consumption|*.Forgotten*"));

    private static readonly ConcurrentDictionary<(Shape, XElement), Lazy<Woven>> s_woven = new();

    /// <summary>The configuration with every rewrite.</summary>
    public static XElement Everything { get; } =
        new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), new XAttribute("StateObjects", "All"));

    public static BaseModuleWeaver Create() => new PooledAwait.Fody.ModuleWeaver();

    /// <summary>Returns the fixtures, compiled in one shape (compiler settings) and woven with the default options, once per test run.</summary>
    public static Woven Woven(Shape shape) => Woven(shape, s_default);

    /// <summary>Returns the fixtures with every possible rewrite, even if a rewrite does not pay.</summary>
    public static Woven WovenThroughout(Shape shape) => Woven(shape, Everything);

    /// <summary>Returns the fixtures with only their builders rewritten. Leaves out fixtures in which this rewrite would also change callers.</summary>
    public static Woven WovenInBuilders(Shape shape) => Woven(shape, s_builders);

    private static Woven Woven(Shape shape, XElement config) =>
        s_woven.GetOrAdd((shape, config), static key => new(() => new WeavingRunner { Config = key.Item2 }.Weave(Fixtures.Compiled(key.Item1)))).Value;
}
