using System.Reflection;
using System.Runtime.Loader;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>
/// An assembly loaded to be run, in a context of its own, so that the woven and the not woven one, of one name, stand side by side.
/// PooledAwait.Runtime is loaded with it, as built for a framework that may be another than the assembly's.
/// </summary>
/// <remarks>For as long as the process lives: what unloading does to .NET 10 is said at <c>UnloadingTests</c>.</remarks>
public sealed class LoadedAssembly
{
    public LoadedAssembly(CompiledAssembly assembly, string runtimeFramework = "net10.0")
        : this(assembly, new FileInfo(References.Runtime(runtimeFramework)))
    {
    }

    /// <param name="assembly">What is loaded.</param>
    /// <param name="runtime">The file of PooledAwait.Runtime that is loaded with it.</param>
    public LoadedAssembly(CompiledAssembly assembly, FileInfo runtime)
    {
        var context = new Context(assembly.ToString()!, runtime.FullName);
        Assembly = context.LoadFromStream(new MemoryStream(assembly.Image), new MemoryStream(assembly.Symbols));
    }

    public Assembly Assembly { get; }

    private sealed class Context(string name, string runtime) : AssemblyLoadContext(name)
    {
        protected override Assembly? Load(AssemblyName assemblyName) =>
            assemblyName.Name == "PooledAwait.Runtime" ? LoadFromAssemblyPath(runtime) : null;
    }
}
