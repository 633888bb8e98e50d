using PooledAwait.Fody.Libraries;
using PooledAwait.Inspect.Files;

namespace Tests.RealAssemblies;

/// <summary>What was found of one woven assembly.</summary>
/// <param name="File">The assembly before and after.</param>
/// <param name="Compiled">How many methods the JIT compiled.</param>
/// <param name="Uninstantiated">How many generic methods found no type arguments.</param>
/// <param name="Checked">How many bodies the IL check read.</param>
/// <param name="Unresolved">How many of them name what is not here.</param>
/// <param name="Refused">How many methods the JIT refuses in the original just as well, mostly for a type in an assembly that is not here.</param>
/// <param name="Broken">
/// What the weaver's own check said against what it wove; what the JIT or the IL check says against the woven assembly and not against the original; and what the check says against the original
/// that is not unsafe code.
/// </param>
internal sealed record Verdict(
    WovenFile File, int Compiled, int Uninstantiated, int Checked, int Unresolved, int Refused, IReadOnlyList<string> Broken)
{
    /// <param name="file">The assembly.</param>
    /// <param name="set">Where it is from.</param>
    /// <param name="folder">A folder that holds the woven assembly, perhaps with others of its set, and is loaded from first.</param>
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

    /// <summary>Writes the woven assemblies, and the runtime library that they call, into a folder.</summary>
    public static void Write(IEnumerable<WovenFile> files, AssemblySet set, string folder)
    {
        foreach (var file in files)
        {
            System.IO.File.WriteAllBytes(Path.Combine(folder, file.Name), file.Woven);
        }

        System.IO.File.Copy(Frameworks.RuntimeLibraryFor(set.Files), Path.Combine(folder, RuntimeReference.Name + ".dll"));
    }

    // The others stay woven: what fails for their sake is then a finding all the same.
    private static IReadOnlyList<string> FailuresOfOriginal(WovenFile file, string folder, IEnumerable<string> last)
    {
        var originals = Directory.CreateDirectory(Path.Combine(folder, "original")).FullName;
        var path = Path.Combine(originals, file.Name);
        System.IO.File.WriteAllBytes(path, file.Original);
        return JitProcess.Compile(path, [originals, folder], last).Failures;
    }
}
