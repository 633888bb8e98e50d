using System.Collections.Concurrent;
using Fody;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>The weaver under test, and what it makes of the fixtures with no options set.</summary>
internal static class Weavers
{
    private static readonly ConcurrentDictionary<Shape, Lazy<Woven>> s_woven = new();

    public static BaseModuleWeaver Create() => new PooledAwait.Fody.ModuleWeaver();

    /// <summary>The fixtures of a shape, woven with the default options, once in a test run.</summary>
    public static Woven Woven(Shape shape) =>
        s_woven.GetOrAdd(shape, static s => new(() => new WeavingRunner().Weave(Fixtures.Compiled(s)))).Value;
}
