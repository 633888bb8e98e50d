using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>What calls of a fixture allocate on the thread that calls them.</summary>
internal static class BytesPerCallOf
{
    /// <param name="assembly">Fixtures, woven or not.</param>
    /// <param name="fixture">The name of one of the valid ones.</param>
    /// <param name="caller">Makes what is measured, of the fixture's type.</param>
    public static double Least(CompiledAssembly assembly, string fixture, Func<Type, Action> caller)
    {
        var loaded = new LoadedAssembly(assembly);
        return AllocatedBytes.PerCall(caller(loaded.Assembly.GetType($"{CompiledAssembly.Name}.Valid.{fixture}", throwOnError: true)!));
    }
}
