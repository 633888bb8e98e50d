using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Measures what calls of a fixture allocate on the calling thread.</summary>
internal static class BytesPerCallOf
{
    /// <param name="assembly">The fixtures, woven or not.</param>
    /// <param name="fixture">The name of a valid fixture.</param>
    /// <param name="caller">Returns the call to measure, for the fixture's type.</param>
    public static double Least(CompiledAssembly assembly, string fixture, Func<Type, Action> caller)
    {
        var loaded = new LoadedAssembly(assembly);
        return AllocatedBytes.PerCall(caller(loaded.Assembly.GetType($"{CompiledAssembly.Name}.Valid.{fixture}", throwOnError: true)!));
    }
}
