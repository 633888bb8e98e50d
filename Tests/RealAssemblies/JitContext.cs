using System.Reflection;
using System.Runtime.Loader;

namespace Tests.RealAssemblies;

/// <summary>Looks for an assembly first in some folders, then in the running framework, and finally in other folders.</summary>
/// <param name="first">Folders whose assemblies replace those of the running framework.</param>
/// <param name="last">Folders with assemblies that the running framework does not have.</param>
internal sealed class JitContext(IReadOnlyList<string> first, IReadOnlyList<string> last) : AssemblyLoadContext("JIT")
{
    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (Find(first, assemblyName) is { } own)
        {
            return LoadFromAssemblyPath(own);
        }

        try
        {
            return Default.LoadFromAssemblyName(assemblyName);
        }
        catch (FileNotFoundException)
        {
            return Find(last, assemblyName) is { } other ? LoadFromAssemblyPath(other) : null;
        }
    }

    private static string? Find(IEnumerable<string> folders, AssemblyName name) =>
        folders.Select(folder => Path.Combine(folder, name.Name + ".dll")).FirstOrDefault(File.Exists);
}
