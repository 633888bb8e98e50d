using System.Reflection;
using System.Runtime.Loader;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>
/// An assembly that is loaded into its own context, to run its code. So the woven and the unwoven assembly can be loaded at once, although they have the same
/// name. The context also has its own PooledAwait.Runtime, which may be built for another framework than the assembly.
/// </summary>
/// <remarks>The assembly stays loaded until the process ends. <c>UnloadingTests</c> explains why nothing is unloaded on .NET 10.</remarks>
public sealed class LoadedAssembly
{
    public LoadedAssembly(CompiledAssembly assembly, string runtimeFramework = "net10.0")
        : this(assembly, new FileInfo(References.Runtime(runtimeFramework)))
    {
    }

    /// <param name="assembly">The assembly to load.</param>
    /// <param name="runtime">The file of PooledAwait.Runtime that is loaded with the assembly.</param>
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
