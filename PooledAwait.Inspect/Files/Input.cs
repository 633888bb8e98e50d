using System.Text.RegularExpressions;
using PooledAwait.Fody.IL;

namespace PooledAwait.Inspect.Files;

/// <summary>What the user named: one assembly, or a folder with assemblies and other files.</summary>
/// <param name="Root">The folder.</param>
/// <param name="Assemblies">The assemblies in the folder itself that can be woven, by full path and in the order of their names.</param>
/// <param name="Others">Every other file of the folder and of the folders in it; empty if the user named one assembly.</param>
internal sealed record Input(string Root, IReadOnlyList<string> Assemblies, IReadOnlyList<string> Others)
{
    /// <summary>The name of the file of PooledAwait.Runtime.</summary>
    public const string RuntimeFile = RuntimeReference.Name + ".dll";

    /// <summary>Whether the woven assemblies get the tool's own PooledAwait.Runtime, because there is none beside them, or only an older one that older woven code brought.</summary>
    public bool BringsRuntime { get; } = Path.Combine(Root, RuntimeFile) is var path && (!File.Exists(path) || Frameworks.IsOlderRuntimeLibrary(path));

    /// <exception cref="InputException">There is nothing there that can be woven.</exception>
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

    /// <summary>The files among which the assemblies' references are looked up. If two have the same name, the first is taken.</summary>
    /// <param name="named">Files and folders that the user named, which come before all others.</param>
    /// <exception cref="InputException">One of these does not exist.</exception>
    public IReadOnlyList<string> References(IEnumerable<string> named) =>
        named.SelectMany(FilesOf)
            .Concat(Directory.GetFiles(Root, "*.dll").Where(file => !BringsRuntime || Path.GetFileName(file) != RuntimeFile).Order(StringComparer.Ordinal))
            .Concat([Frameworks.RuntimeLibraryFor(Assemblies)])
            .Concat(Frameworks.SharedAssemblies)
            .DistinctBy(Path.GetFileNameWithoutExtension, StringComparer.OrdinalIgnoreCase)
            .ToList();

    /// <summary>The same input, but only the assemblies with some names will be woven.</summary>
    /// <param name="names">Names without extension, in which * stands for any text; none for all assemblies.</param>
    /// <exception cref="InputException">No assembly has such a name.</exception>
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
    /// The same input, but only the assemblies of one program will be woven. Left out are the frameworks, which are in the folder of a program that brings its own. If the folder has a
    /// program's manifest, assemblies that it does not list are left out too, because the program would not find them by name.
    /// </summary>
    /// <exception cref="InputException">The input is a program for .NET Framework, there are several programs, or there is nothing left.</exception>
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
