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
    private readonly Dictionary<string, ModuleDefinition?> _open = new(StringComparer.Ordinal);
    private readonly Dictionary<(string?, int), Suspensions> _known = [];

    /// <summary>The places where a machine waits.</summary>
    public Suspensions SuspensionsOf(string name, int token, string? module)
    {
        if (!_known.TryGetValue((module, token), out var suspensions))
        {
            suspensions = new(name, module == null ? null : Find(module, token, name));
            _known.Add((module, token), suspensions);
        }

        return suspensions;
    }

    /// <summary>Opens an assembly; null where it is no file that can be read.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Names and lines are missing then, and all else is there.")]
    public ModuleDefinition? Open(string path)
    {
        if (_open.TryGetValue(path, out var module))
        {
            return module;
        }

        var file = Find(path);
        try
        {
            module = file != null ? ModuleDefinition.ReadModule(file, new ReaderParameters(ReadingMode.Deferred)) : OpenInProgram(path, out file);
        }
        catch
        {
            module = null;
        }

        _open.Add(path, module);
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
            if (SingleFile.OpenAssembly(program, Path.GetFileName(path)) is { } assembly)
            {
                file = Path.Combine(Path.GetDirectoryName(program)!, Path.GetFileName(path));
                return ModuleDefinition.ReadModule(assembly, new ReaderParameters(ReadingMode.Deferred));
            }
        }

        file = null;
        return null;
    }

    [SuppressMessage("Design", "CA1031", Justification = "As above.")]
    private TypeDefinition? Find(string path, int token, string name)
    {
        try
        {
            // A file that was replaced since may have another type in its place, whose lines would be wrong.
            return Open(path)?.LookupToken(token) is TypeDefinition type && TypeName.Definition(name).EndsWith(type.Name.Split('`')[0], StringComparison.Ordinal) ? type : null;
        }
        catch
        {
            return null;
        }
    }

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
