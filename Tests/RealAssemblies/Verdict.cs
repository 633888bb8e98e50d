using PooledAwait.Fody.IL;
using PooledAwait.Inspect.Files;

namespace Tests.RealAssemblies;

/// <summary>The findings about one woven assembly.</summary>
/// <param name="File">The assembly before and after weaving.</param>
/// <param name="Compiled">The number of methods that the JIT compiled.</param>
/// <param name="Uninstantiated">The number of generic methods for which no type arguments were found.</param>
/// <param name="Checked">The number of bodies that the IL check read.</param>
/// <param name="Unresolved">The number of checked bodies that refer to something that is not on this machine.</param>
/// <param name="Refused">
/// The number of methods that the JIT also refuses in the original assembly, mostly because another assembly is not on this machine.
/// </param>
/// <param name="Broken">
/// Everything that is wrong: the findings of the weaver's check of its own work, a crash of the JIT, and what the JIT and the IL check find only in the woven
/// assembly. Findings of the IL check in the original assembly are also included.
/// </param>
internal sealed record Verdict(
    WovenFile File, int Compiled, int Uninstantiated, int Checked, int Unresolved, int Refused, IReadOnlyList<string> Broken)
{
    /// <param name="file">The assembly.</param>
    /// <param name="set">The set that contains the assembly.</param>
    /// <param name="folder">
    /// A folder with the woven assembly, and perhaps other woven assemblies of the set. Assemblies are loaded from this folder first.
    /// </param>
    public static Verdict Of(WovenFile file, AssemblySet set, string folder)
    {
        var references = set.References;
        var last = references.Select(path => Path.GetDirectoryName(path)!).Distinct().ToList();
        var jit = JitProcess.Compile(Path.Combine(folder, file.Name), [folder], last);
        var broken = jit.Failures.Count == 0 ? [] : jit.Failures.Except(FailuresOfOriginal(file, folder, last)).ToList();
        var refused = jit.Failures.Count - broken.Count;
        string[] crash = jit.Crash == null ? [] : [jit.Crash];
        var il = IlComparison.Of(file, references);
        IReadOnlyList<string> all = [.. file.Unsound, .. crash, .. broken, .. il.New, .. il.InOriginal.Select(finding => $"not woven: {finding}")];
        return new Verdict(file, jit.Compiled, jit.Uninstantiated, il.Bodies, il.Unresolved, refused, all);
    }

    /// <summary>Writes the woven assemblies, and PooledAwait.Runtime, which they call, into a folder.</summary>
    public static void Write(IEnumerable<WovenFile> files, AssemblySet set, string folder)
    {
        foreach (var file in files)
        {
            System.IO.File.WriteAllBytes(Path.Combine(folder, file.Name), file.Woven);
        }

        System.IO.File.Copy(Frameworks.RuntimeLibraryFor(set.Files), Path.Combine(folder, RuntimeReference.Name + ".dll"));
    }

    // Replaces only this assembly by its original. All other assemblies stay woven, so a failure that one of them causes also happens here. Such a failure
    // counts as refused.
    private static IReadOnlyList<string> FailuresOfOriginal(WovenFile file, string folder, IEnumerable<string> last)
    {
        var originals = Directory.CreateDirectory(Path.Combine(folder, "original")).FullName;
        var path = Path.Combine(originals, file.Name);
        System.IO.File.WriteAllBytes(path, file.Original);
        return JitProcess.Compile(path, [originals, folder], last).Failures;
    }
}
