using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>
/// Finds the library by which a runtime is read: each brings its own, <c>libmscordaccore</c>, beside <c>libcoreclr</c>. Nothing is downloaded.
/// </summary>
internal static class DataAccess
{
    /// <summary>The oldest version whose fields are known.</summary>
    public const int Oldest = 8;

    private const string BaseLibrary = "System.Private.CoreLib.dll";

    /// <summary>The newest version whose fields are known.</summary>
    public const int Newest = 11;

    private static string FileName => OperatingSystem.IsWindows() ? "mscordaccore.dll" : OperatingSystem.IsMacOS() ? "libmscordaccore.dylib" : "libmscordaccore.so";

    /// <param name="target">The process or dump; it stands still.</param>
    /// <param name="name">The same for people.</param>
    /// <param name="root">The folder in which its files are found.</param>
    /// <param name="isDump">Whether it may be of another machine.</param>
    /// <param name="dac">What the user gave; null where nothing.</param>
    /// <exception cref="InputException">It has no runtime that can be read, and why.</exception>
    [SuppressMessage("Design", "CA1031", Justification = "A library that does not fit makes the reader throw anything.")]
    public static ClrRuntime Open(DataTarget target, string name, string root, bool isDump, string? dac)
    {
        if (target.ClrVersions.FirstOrDefault(clr => clr.Flavor == ClrFlavor.Core) is not { } info)
        {
            throw new InputException($"{name} has no .NET runtime: it is not a .NET program, or it is compiled to native code (NativeAOT), whose calls cannot be shown. A debugger (gdb, lldb) shows its threads.");
        }

        var version = VersionOf(info, root);
        if (version?.Major < Oldest)
        {
            throw new InputException($"{name} runs on .NET {version}; calls can be shown from .NET {Oldest} on.");
        }

        if (dac != null && !File.Exists(dac))
        {
            throw new InputException($"'{dac}' does not exist.");
        }

        var library = dac ?? Find(info, root, version, isDump) ?? throw new InputException(Missing(info, name, version, isDump));
        try
        {
            return info.CreateRuntime(Path.GetFullPath(library), ignoreMismatch: true);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            throw new InputException($"{name} cannot be read with '{library}': {exception.Message.TrimEnd('.')}. It must be the one of {Named(version)} for this system and processor.");
        }
    }

    /// <summary>The version of a runtime; null where it does not lie here as files.</summary>
    public static Version? VersionOf(ClrInfo info, string root)
    {
        // The module of native code has no version that is read on every system; the base library beside it has.
        var folder = Path.GetDirectoryName(info.ModuleInfo.FileName) ?? "/";
        var file = new[] { Path.Combine(root, folder.TrimStart('/'), BaseLibrary), Path.Combine(folder, BaseLibrary) }.FirstOrDefault(File.Exists);
        return file != null && Version.TryParse(FileVersionInfo.GetVersionInfo(file).ProductVersion?.Split('+', '-')[0], out var version) ? version : null;
    }

    private static string Named(Version? version) => version == null ? "its version of .NET" : $".NET {version}";

    private static string? Find(ClrInfo info, string root, Version? version, bool isDump)
    {
        var folder = Path.GetDirectoryName(info.ModuleInfo.FileName) ?? "/";
        string[] candidates =
        [
            Path.Combine(root, folder.TrimStart('/'), FileName),
            Path.Combine(folder, FileName),

        ];
        return candidates.FirstOrDefault(candidate => File.Exists(candidate) && (!isDump || BuildId.IsSame(info, Path.GetDirectoryName(candidate)!)));
    }

    private static string Missing(ClrInfo info, string name, Version? version, bool isDump)
    {
        var where = info.IsSingleFile ? "It is a single file, which does not contain the library that reads its runtime"
            : isDump ? $"It was taken on another machine, or its runtime was updated since: '{Path.GetDirectoryName(info.ModuleInfo.FileName)}' is missing here or differs"
            : $"'{FileName}' is missing beside its runtime in '{Path.GetDirectoryName(info.ModuleInfo.FileName)}'";
        return $"{name} cannot be read. {where}. Pass {FileName} of {Named(version)} with --dac: it is beside libcoreclr in every installation of that version, and in the package Microsoft.NETCore.App.Runtime.*.";
    }
}
