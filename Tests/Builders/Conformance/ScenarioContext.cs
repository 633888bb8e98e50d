using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.Loader;

namespace Tests.Builders.Conformance;

/// <summary>Loads the scenarios, with their own build of PooledAwait.Runtime or with the build that the tests use.</summary>
public sealed class ScenarioContext(string name, Func<AssemblyLoadContext, Assembly>? runtime, bool isCollectible = false)
    : AssemblyLoadContext(name, isCollectible)
{
    private static readonly ConcurrentDictionary<(BuilderChoice, bool), Lazy<byte[]>> s_images = new();

    /// <summary>Returns the image of the scenarios, which is compiled once in a test run.</summary>
    public static byte[] Image(BuilderChoice builders, bool optimised) =>
        s_images.GetOrAdd((builders, optimised), static key => new(() => Compiler.Scenarios(key.Item1, key.Item2))).Value;

    public Assembly Load(BuilderChoice builders, bool optimised) => LoadFromStream(new MemoryStream(Image(builders, optimised)));

    protected override Assembly? Load(AssemblyName assemblyName) =>
        assemblyName.Name == "PooledAwait.Runtime" && runtime is not null ? runtime(this) : null;
}
