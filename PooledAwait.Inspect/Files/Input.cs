using System.Text.RegularExpressions;
using PooledAwait.Fody.IL;

namespace PooledAwait.Inspect.Files;

/// <summary>The user's input: one assembly, or a folder with assemblies and other files.</summary>
/// <param name="Root">The folder.</param>
/// <param name="Assemblies">The assemblies directly in the folder that can be woven, with full paths, ordered by name.</param>
/// <param name="Others">All other files of the folder and its subfolders; empty if the user named one assembly.</param>
internal sealed record Input(string Root, IReadOnlyList<string> Assemblies, IReadOnlyList<string> Others)
{
    /// <summary>The file name of PooledAwait.Runtime.</summary>
    public const string RuntimeFile = RuntimeReference.Name + ".dll";

    /// <summary>True if the woven assemblies get the tool's PooledAwait.Runtime, because the folder has none, or an older one.</summary>
    public bool BringsRuntime { get; } = Path.Combine(Root, RuntimeFile) is var path && (!File.Exists(path) || Frameworks.IsOlderRuntimeLibrary(path));

    /// <exception cref="InputException">There is nothing that can be woven.</exception>
    public static Input Find(string path)
    {
        try
        {
            return File.Exists(path) ? OfFile(Path.GetFullPath(path), path)
                : Directory.Exists(path) ? OfFolder(Path.GetFullPath(path), path)
                : throw new InputException($"There is no file or folder '{path}'.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new InputException($"'{path}' cannot be read: {exception.Message}");
        }
    }

    /// <summary>Returns the files in which the assemblies' references are looked up. If two files have the same name, the first is used.</summary>
    /// <param name="named">Files and folders that the user named. They come before all others.</param>
    /// <exception cref="InputException">One of the named files and folders does not exist.</exception>
    public IReadOnlyList<string> References(IEnumerable<string> named) =>
        named.SelectMany(FilesOf)
            .Concat(Directory.GetFiles(Root, "*.dll").Where(file => !BringsRuntime || Path.GetFileName(file) != RuntimeFile).Order(StringComparer.Ordinal))
            .Concat([Frameworks.RuntimeLibraryFor(Assemblies)])
            .Concat(Frameworks.SharedAssemblies)
            .DistinctBy(Path.GetFileNameWithoutExtension, StringComparer.OrdinalIgnoreCase)
            .ToList();

    /// <summary>Returns the same input, but only the assemblies with certain names will be woven.</summary>
    /// <param name="names">Names without extension, in which * stands for any text. If there are none, all assemblies are woven.</param>
    /// <exception cref="InputException">One of the names matches no assembly.</exception>
    public Input Only(IReadOnlyList<string> names)
    {
        if (names.Count == 0)
        {
            return this;
        }

        var patterns = names.Select(name => new Regex($"^{Regex.Escape(name).Replace("\\*", ".*")}$", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)).ToList();
        if (patterns.FindIndex(pattern => !Assemblies.Any(Matches(pattern))) is >= 0 and var unmatched)
        {
            throw new InputException($"The folder '{Root}' has no assembly named '{names[unmatched]}' that can be woven.");
        }

        var wanted = Assemblies.Where(assembly => patterns.Any(pattern => Matches(pattern)(assembly))).ToList();
        return this with { Assemblies = wanted, Others = [.. Others.Concat(Assemblies.Except(wanted)).Order(StringComparer.Ordinal)] };

        static Func<string, bool> Matches(Regex pattern) => assembly => pattern.IsMatch(Path.GetFileNameWithoutExtension(assembly));
    }

    /// <summary>
    /// Returns the same input, but only the assemblies of one program will be woven. Leaves out framework assemblies, which the folder of a self-contained
    /// program contains. If the folder has a program's manifest, also leaves out assemblies that the manifest does not list, because the program would not find
    /// them by name.
    /// </summary>
    /// <exception cref="InputException">The input is a program for .NET Framework, there are several programs, or nothing is left.</exception>
    public Input AsProgram()
    {
        if (Assemblies.FirstOrDefault(assembly => Path.GetExtension(assembly).Equals(".exe", StringComparison.OrdinalIgnoreCase)) is { } program)
        {
            throw new InputException($"'{program}' is a program for .NET Framework, which cannot be woven together with others.");
        }

        var frameworks = Frameworks.SharedAssemblies.Select(Path.GetFileName).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var manifests = Others.Where(other => Path.GetDirectoryName(other) == Root && other.EndsWith(DependencyManifest.Extension, StringComparison.OrdinalIgnoreCase)).ToList();
        if (manifests.Count > 1)
        {
            throw new InputException(
                $"The folder '{Root}' has the manifests of several programs: {string.Join(", ", manifests.Select(Path.GetFileName))}. " +
                "Only one program can be woven together; publish each into its own folder.");
        }

        var listed = manifests.Select(DependencyManifest.Files).OfType<IReadOnlySet<string>>().FirstOrDefault();
        var own = Assemblies.Where(assembly =>
            Path.GetFileName(assembly) is var name && !frameworks.Contains(name) && listed?.Contains(name) != false).ToList();
        return own.Count == 0
            ? throw new InputException($"The folder '{Root}' has no assembly of the program itself.")
            : this with { Assemblies = own, Others = [.. Others.Concat(Assemblies.Except(own)).Order(StringComparer.Ordinal)] };
    }

    private static IEnumerable<string> FilesOf(string path) =>
        File.Exists(path) ? [Path.GetFullPath(path)]
        : Directory.Exists(path) ? Directory.GetFiles(Path.GetFullPath(path), "*.dll").Order(StringComparer.Ordinal)
        : throw new InputException($"The reference '{path}' does not exist.");

    private static Input OfFile(string path, string asNamed) => ImageKinds.Of(path) switch
    {
        ImageKind.NotManaged => throw new InputException($"'{asNamed}' is not a managed assembly."),
        ImageKind.Mixed => throw new InputException($"'{asNamed}' contains native code beside the IL, so it cannot be woven."),
        ImageKind.CoreLibrary => throw new InputException($"'{asNamed}' is the base library's core, so it cannot be woven."),
        _ => new Input(Path.GetDirectoryName(path)!, [path], []),
    };

    private static Input OfFolder(string path, string asNamed)
    {
        var assemblies = Directory.GetFiles(path)
            .Where(file => Path.GetExtension(file).ToLowerInvariant() is ".dll" or ".exe" && IsWeavable(file))
            .Where(file => Path.GetFileNameWithoutExtension(file) != RuntimeReference.Name)
            .Order(StringComparer.Ordinal)
            .ToList();
        if (assemblies.Count == 0)
        {
            throw new InputException($"The folder '{asNamed}' has no managed assembly that can be woven.");
        }

        var others = Directory.GetFiles(path, "*", SearchOption.AllDirectories).Except(assemblies).Order(StringComparer.Ordinal).ToList();
        return new Input(path, assemblies, others);
    }

    private static bool IsWeavable(string file) => ImageKinds.Of(file) is ImageKind.IlOnly or ImageKind.ReadyToRun;
}
