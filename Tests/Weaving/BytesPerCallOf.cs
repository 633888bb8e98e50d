using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Measures what calls of a fixture allocate on the calling thread.</summary>
internal static class BytesPerCallOf
{
    /// <param name="assembly">The fixtures, woven or not.</param>
    /// <param name="fixture">The name of a valid fixture.</param>
    /// <param name="caller">Gets the fixture's type, and returns the call to measure.</param>
    public static double Least(CompiledAssembly assembly, string fixture, Func<Type, Action> caller)
    {
        var loaded = new LoadedAssembly(assembly);
        return AllocatedBytes.PerCall(caller(loaded.Assembly.GetType($"{CompiledAssembly.Name}.Valid.{fixture}", throwOnError: true)!));
    }
}
