using System.Diagnostics.CodeAnalysis;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>Opens the files of a program's assemblies, with matching symbols if there are any.</summary>
/// <param name="root">The root folder of the program's file system.</param>
/// <param name="programs">Programs that may have been published as single files. Such a program contains assemblies.</param>
/// <param name="symbols">Further folders to search for symbol files.</param>
internal sealed class Modules(string root, IReadOnlyList<string> programs, IReadOnlyList<string> symbols) : IDisposable
{
    private readonly Dictionary<LoadedModule, ModuleDefinition?> _open = [];
    private readonly Dictionary<(LoadedModule?, int), Suspensions> _known = [];
    private readonly Dictionary<(LoadedModule?, int, string), RuntimeAsyncAwaits> _knownAwaits = [];
    private readonly SortedSet<string> _notes = new(StringComparer.Ordinal);

    /// <summary>Notes on files that are damaged or of another build, and on what is missing because of them.</summary>
    public IEnumerable<string> Notes => _notes;

    /// <summary>Returns the places where a state machine may wait.</summary>
    public Suspensions SuspensionsOf(MachineType machine, MachineNames names)
    {
        if (!_known.TryGetValue((machine.Module, machine.Token), out var suspensions))
        {
            suspensions = new(machine.Name, names, machine.Module == null ? null : Find(machine, machine.Module));
            _known.Add((machine.Module, machine.Token), suspensions);
        }

        return suspensions;
    }

    /// <summary>Returns the place at which a method waits, if the runtime itself suspends the method.</summary>
    /// <returns>Null if the method is not async, but only returns the task of another call.</returns>
    public Suspension? PlaceOf(ResumePoint point)
    {
        if (point.Method.Length == 0)
        {
            return Suspension.Unknown;
        }

        var name = TypeName.Method(point.Type, point.Method);
        if (!_knownAwaits.TryGetValue((point.Module, point.Token, name), out var awaits))
        {
            awaits = new(name, point.Module == null ? null : Find(point, point.Module));
            _knownAwaits.Add((point.Module, point.Token, name), awaits);
        }

        return awaits.OnlyForwards ? null : awaits.Of(point.Offset);
    }

    /// <summary>Opens an assembly. Returns null if its file cannot be read, or is of another build.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Names and lines are missing then, and all else is there.")]
    public ModuleDefinition? Open(LoadedModule loaded)
    {
        if (_open.TryGetValue(loaded, out var module))
        {
            return module;
        }

        var file = Find(loaded.Path);
        try
        {
            module = file != null ? ModuleDefinition.ReadModule(file, new ReaderParameters(ReadingMode.Deferred)) : OpenInProgram(loaded.Path, out file);
        }
        catch
        {
            module = null;
        }

        if (module != null && !IsSameBuild(module, loaded))
        {
            _notes.Add($"'{loaded.Path}' is another build than the one that was loaded, so the calls of its methods have no lines.");
            module.Dispose();
            module = null;
        }

        _open.Add(loaded, module);
        if (module != null)
        {
            ReadSymbols(module, file!);
        }

        return module;
    }

    public void Dispose()
    {
        foreach (var module in _open.Values)
        {
            module?.Dispose();
        }
    }

    /// <summary>Returns the path at which this tool finds a file of the program; null if it does not find one.</summary>
    private string? Find(string path) => path.StartsWith('/') || OperatingSystem.IsWindows() ? new[] { Path.Combine(root, path.TrimStart('/')), path }.FirstOrDefault(File.Exists) : null;

    /// <param name="path">The assembly's path. There is no file at this path.</param>
    /// <param name="file">The path that the assembly would have beside the program that contains it.</param>
    private ModuleDefinition? OpenInProgram(string path, out string? file)
    {
        foreach (var program in programs.Select(program => Find(program)).OfType<string>())
        {
            try
            {
                if (SingleFile.OpenAssembly(program, Path.GetFileName(path)) is { } assembly)
                {
                    file = Path.Combine(Path.GetDirectoryName(program)!, Path.GetFileName(path));
                    return ModuleDefinition.ReadModule(assembly, new ReaderParameters(ReadingMode.Deferred));
                }
            }
            catch (InvalidDataException)
            {
                _notes.Add($"'{program}' is a single file that is damaged, so the calls of the methods in it have no lines.");
            }
        }

        file = null;
        return null;
    }

    [SuppressMessage("Design", "CA1031", Justification = "As above.")]
    private TypeDefinition? Find(MachineType machine, LoadedModule module)
    {
        try
        {
            // If the loaded build is unknown, the file may be of another build, in which another type has this token. So the names must match, too.
            return Open(module)?.LookupToken(machine.Token) is TypeDefinition type && TypeName.Definition(machine.Name).EndsWith(type.Name.Split('`')[0], StringComparison.Ordinal) ? type : null;
        }
        catch
        {
            return null;
        }
    }

    [SuppressMessage("Design", "CA1031", Justification = "As above.")]
    private MethodDefinition? Find(ResumePoint point, LoadedModule module)
    {
        try
        {
            return Open(module)?.LookupToken(point.Token) is MethodDefinition method && method.Name == point.Method ? method : null;
        }
        catch
        {
            return null;
        }
    }

    /// <summary>
    /// Returns whether a file is the build that was loaded. Also compares the symbols' identifiers, because a weave keeps the MVID but changes the symbols.
    /// </summary>
    private static bool IsSameBuild(ModuleDefinition file, LoadedModule loaded) =>
        (loaded.Version == null || loaded.Version == file.Mvid) && (loaded.Symbols is not { } symbols || SymbolsOf(file) is not { Count: > 0 } ofFile || ofFile.Contains(symbols));

    /// <summary>
    /// Returns the identifiers of the file's symbols. Each follows a signature of four bytes. There may be several, because precompiled code may have its own
    /// symbols.
    /// </summary>
    private static IReadOnlyList<Guid> SymbolsOf(ModuleDefinition file) =>
        file.HasDebugHeader ? [.. file.GetDebugHeader().Entries.Where(entry => entry.Directory.Type == ImageDebugType.CodeView && entry.Data.Length >= 20).Select(entry => new Guid(entry.Data.AsSpan(4, 16)))] : [];

    /// <summary>
    /// Reads the symbols in the assembly or beside it. If there are none, searches the further folders for symbols. Uses only symbols whose identifier is in
    /// the assembly.
    /// </summary>
    private void ReadSymbols(ModuleDefinition module, string file)
    {
        if (TryRead(file))
        {
            return;
        }

        foreach (var folder in symbols)
        {
            if (TryRead(Path.Combine(folder, Path.GetFileName(file))))
            {
                return;
            }
        }

        [SuppressMessage("Design", "CA1031", Justification = "As above.")]
        bool TryRead(string beside)
        {
            try
            {
                var reader = new DefaultSymbolReaderProvider(throwIfNoSymbol: false).GetSymbolReader(module, beside);
                module.ReadSymbols(reader, throwIfSymbolsAreNotMaching: true);
                return true;
            }
            catch
            {
                return false;
            }
        }
    }
}
