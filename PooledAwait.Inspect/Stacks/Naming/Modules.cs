using System.Diagnostics.CodeAnalysis;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>The assemblies of a program, as files, with their symbols where there are any that belong to them.</summary>
/// <param name="root">The folder in which the program's files are found.</param>
/// <param name="programs">Programs that may have assemblies in them.</param>
/// <param name="symbols">Folders in which symbol files are looked for too.</param>
internal sealed class Modules(string root, IReadOnlyList<string> programs, IReadOnlyList<string> symbols) : IDisposable
{
    private readonly Dictionary<LoadedModule, ModuleDefinition?> _open = [];
    private readonly Dictionary<(LoadedModule?, int), Suspensions> _known = [];
    private readonly SortedSet<string> _notes = new(StringComparer.Ordinal);

    /// <summary>Which files do not tell what they should, and what is missing for that.</summary>
    public IEnumerable<string> Notes => _notes;

    /// <summary>The places where a machine waits.</summary>
    public Suspensions SuspensionsOf(MachineType machine, MachineNames names)
    {
        if (!_known.TryGetValue((machine.Module, machine.Token), out var suspensions))
        {
            suspensions = new(machine.Name, names, machine.Module == null ? null : Find(machine, machine.Module));
            _known.Add((machine.Module, machine.Token), suspensions);
        }

        return suspensions;
    }

    /// <summary>Opens an assembly; null where it is no file that can be read, or a file of another build.</summary>
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

    /// <summary>Where a file of the program is found here; null where it is not.</summary>
    private string? Find(string path) => path.StartsWith('/') || OperatingSystem.IsWindows() ? new[] { Path.Combine(root, path.TrimStart('/')), path }.FirstOrDefault(File.Exists) : null;

    /// <param name="path">The assembly, which is no file.</param>
    /// <param name="file">What it would be called if it lay beside the program that it is in.</param>
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
            // Where it is not known which build was loaded, the file may have another type in its place, whose lines would be wrong.
            return Open(module)?.LookupToken(machine.Token) is TypeDefinition type && TypeName.Definition(machine.Name).EndsWith(type.Name.Split('`')[0], StringComparison.Ordinal) ? type : null;
        }
        catch
        {
            return null;
        }
    }

    /// <summary>Whether a file is the build that was loaded. A weave makes another of one that has the same MVID, and has other symbols.</summary>
    private static bool IsSameBuild(ModuleDefinition file, LoadedModule loaded) =>
        (loaded.Version == null || loaded.Version == file.Mvid) && (loaded.Symbols is not { } symbols || SymbolsOf(file) is not { Count: > 0 } ofFile || ofFile.Contains(symbols));

    /// <summary>What the file says of its symbols: a signature of four bytes, and then what tells them from others. Precompiled code may have symbols of its own.</summary>
    private static IReadOnlyList<Guid> SymbolsOf(ModuleDefinition file) =>
        file.HasDebugHeader ? [.. file.GetDebugHeader().Entries.Where(entry => entry.Directory.Type == ImageDebugType.CodeView && entry.Data.Length >= 20).Select(entry => new Guid(entry.Data.AsSpan(4, 16)))] : [];

    /// <summary>Those in the assembly or beside it, else those in the folders; each is compared with what the assembly says of its symbols.</summary>
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
