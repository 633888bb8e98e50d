using System.Reflection;
using System.Runtime.Loader;

namespace Tests.RealAssemblies;

/// <summary>Loads assemblies from some folders before anything else is asked, and from others where nothing else has them.</summary>
/// <param name="first">Folders whose assemblies stand for those of the running framework.</param>
/// <param name="last">Folders with what the running framework does not have.</param>
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
