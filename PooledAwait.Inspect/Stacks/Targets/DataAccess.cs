using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;
using PooledAwait.Inspect.Stacks.Naming;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>
/// Finds and opens the library that reads a runtime's memory. Each runtime has its own library of this kind, <c>libmscordaccore</c>, beside <c>libcoreclr</c>.
/// This class downloads nothing.
/// </summary>
internal sealed class DataAccess
{
    /// <summary>The oldest version of .NET whose fields are known.</summary>
    public const int Oldest = 8;

    /// <summary>The newest version of .NET whose fields are known.</summary>
    public const int Newest = 11;

    private const string BaseLibrary = "System.Private.CoreLib.dll";

    private readonly ClrInfo _info;
    private readonly string _name;
    private readonly string _library;

    private DataAccess(ClrInfo info, string name, string library, Version? version) => (_info, _name, _library, Version) = (info, name, library, version);

    public static string FileName => OperatingSystem.IsWindows() ? "mscordaccore.dll" : OperatingSystem.IsMacOS() ? "libmscordaccore.dylib" : "libmscordaccore.so";

    /// <summary>The version of the runtime; null if its files are not found.</summary>
    public Version? Version { get; }

    /// <summary>Finds the library. Only reads files, so the process may be running.</summary>
    /// <param name="target">The process or dump.</param>
    /// <param name="name">The name of the process or dump in messages.</param>
    /// <param name="root">The root folder of the program's file system.</param>
    /// <param name="isDump">Whether the target is a dump, which may be from another machine.</param>
    /// <param name="dac">The library that the user named; null if the user named none.</param>
    /// <exception cref="InputException">The target has no runtime that can be read; the message says why.</exception>
    public static DataAccess Find(DataTarget target, string name, string root, bool isDump, string? dac)
    {
        if (target.ClrVersions.FirstOrDefault(clr => clr.Flavor == ClrFlavor.Core) is not { } info)
        {
            if (Runtimes.ProgramsIn(target).Select(program => Path.Combine(root, program.TrimStart('/'))).Any(program => File.Exists(program) && SingleFile.Is(program)))
            {
                throw new InputException($"{name} is a single file, and its runtime cannot be found in it. To look into it, publish it with EnableCompressionInSingleFile, with --self-contained false, or not as a single file.");
            }

            throw new InputException($"{name} has no .NET runtime: it is not a .NET program, or it is compiled to native code (NativeAOT), whose calls cannot be shown. A debugger (gdb, lldb) shows its threads.");
        }

        var build = RuntimeFile(info, root, isDump) is { } runtime ? BuildText.Of(runtime) : null;
        var version = VersionOf(info, root) ?? BuildText.VersionIn(build);
        if (version?.Major < Oldest)
        {
            throw new InputException($"{name} runs on .NET {version}; calls can be shown from .NET {Oldest} on.");
        }

        if (dac != null)
        {
            Check(dac, info, name, version, build);
        }

        var library = dac ?? BesideRuntime(info, root, isDump) ?? InstalledRuntimes.Find(info, build) ?? throw new InputException(Missing(info, name, version, isDump));
        return new(info, name, Path.GetFullPath(library), VersionOf(info, root) ?? VersionIn(Path.GetDirectoryName(Path.GetFullPath(library))!) ?? version);
    }

    /// <summary>Loads the library in advance, so that loading takes no time while the process is stopped.</summary>
    public void Load() => NativeLibrary.TryLoad(_library, out _);

    /// <summary>Opens the runtime with the library. Must not be called while the process runs.</summary>
    /// <exception cref="InputException">The library does not fit the runtime.</exception>
    [SuppressMessage("Design", "CA1031", Justification = "A library that does not fit makes the reader throw anything.")]
    public ClrRuntime Open()
    {
        try
        {
            return _info.CreateRuntime(_library, ignoreMismatch: true);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            throw new InputException($"{_name} cannot be read with '{_library}': {exception.Message.TrimEnd('.')}. It must be the library of {Named(Version)} for this system and processor.");
        }
    }

    /// <summary>Refuses a library of another build. Such a library would read wrong addresses, and might crash this tool.</summary>
    private static void Check(string dac, ClrInfo info, string name, Version? version, string? build)
    {
        if (!File.Exists(dac))
        {
            throw new InputException($"'{dac}' does not exist.");
        }

        var other = BuildText.Of(dac);
        if (build != null ? other != null && other != build : !BuildId.IsSame(info, Path.GetDirectoryName(Path.GetFullPath(dac))!))
        {
            throw new InputException($"'{dac}' belongs to another build of .NET ({other ?? "unknown"}) than {name}{(build == null ? "" : $" ({build})")}. Pass {FileName} of {Named(version)}.");
        }
    }

    /// <summary>
    /// Returns the file of the runtime; for a single file, the program itself. Returns null if the file is not found, or may have changed since the dump was
    /// taken.
    /// </summary>
    private static string? RuntimeFile(ClrInfo info, string root, bool isDump)
    {
        if (info.ModuleInfo.FileName is not { Length: > 0 } file)
        {
            return null;
        }

        var here = new[] { Path.Combine(root, file.TrimStart('/')), file }.FirstOrDefault(File.Exists);
        return here == null || (isDump && !BuildId.IsSame(info, here, orUnknown: false)) ? null : here;
    }

    private static Version? VersionOf(ClrInfo info, string root)
    {
        // Reads the version of the base library, because the version of the native module beside it cannot be read on every system.
        var folder = Path.GetDirectoryName(info.ModuleInfo.FileName) ?? "/";
        return VersionIn(Path.Combine(root, folder.TrimStart('/'))) ?? VersionIn(folder);
    }

    private static Version? VersionIn(string folder) =>
        Path.Combine(folder, BaseLibrary) is var file && File.Exists(file) && Version.TryParse(FileVersionInfo.GetVersionInfo(file).ProductVersion?.Split('+', '-')[0], out var version) ? version : null;

    private static string Named(Version? version) => version == null ? "its version of .NET" : $".NET {version}";

    private static string? BesideRuntime(ClrInfo info, string root, bool isDump)
    {
        var folder = Path.GetDirectoryName(info.ModuleInfo.FileName) ?? "/";
        string[] candidates = [Path.Combine(root, folder.TrimStart('/'), FileName), Path.Combine(folder, FileName)];
        return candidates.FirstOrDefault(candidate => File.Exists(candidate) && (!isDump || BuildId.IsSame(info, Path.GetDirectoryName(candidate)!)));
    }

    private static string Missing(ClrInfo info, string name, Version? version, bool isDump)
    {
        var where = info.IsSingleFile ? "It is a single file, which does not contain the library that reads its runtime, and no installed runtime is of the same build"
            : isDump ? $"It was taken on another machine, or its runtime was updated since: '{Path.GetDirectoryName(info.ModuleInfo.FileName)}' is missing here or differs"
            : $"'{FileName}' is missing beside its runtime in '{Path.GetDirectoryName(info.ModuleInfo.FileName)}'";
        return $"{name} cannot be read. {where}. Pass {FileName} of {Named(version)} with --dac: it is beside libcoreclr in every installation of that version, and in the package Microsoft.NETCore.App.Runtime.*.";
    }
}
