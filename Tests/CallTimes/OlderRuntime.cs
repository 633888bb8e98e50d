using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;
using Tests.NewerRuntimes;

namespace Tests.CallTimes;

/// <summary>A runtime from its pack, laid out so that the <c>dotnet</c> command finds it.</summary>
internal sealed class OlderRuntime : IDisposable
{
    /// <summary>Of the frameworks for which the tests are built, the one that uses the same build of PooledAwait.Runtime as this runtime.</summary>
    public const string Framework = "net9.0";

    private readonly TemporaryFolder _folder = new();

    /// <param name="version">The runtime's major version.</param>
    public OlderRuntime(int version)
    {
        var pack = RuntimePacks.Of(version);
        Version = Path.GetFileName(Path.GetDirectoryName(pack.TrimEnd(Path.DirectorySeparatorChar)))!;
        var framework = Directory.CreateDirectory(_folder.PathOf(Path.Combine("shared", "Microsoft.NETCore.App", Version))).FullName;
        foreach (var file in Directory.EnumerateFiles(pack, "*", SearchOption.AllDirectories))
        {
            File.Copy(file, Path.Combine(framework, Path.GetFileName(file)), overwrite: true);
        }

        var root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        foreach (var host in Directory.EnumerateFiles(Path.Combine(root, "host"), "*", SearchOption.AllDirectories))
        {
            var copy = _folder.PathOf(Path.GetRelativePath(root, host));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(host, copy);
        }

        File.Copy(Path.Combine(root, Path.GetFileName(Command)), Command);
    }

    public string Version { get; }

    /// <summary>The runtime's own assemblies, to which code for this runtime refers, because there are no reference assemblies here.</summary>
    public IReadOnlyList<string> References =>
    [
        .. Directory.EnumerateFiles(Path.Combine(_folder.FullName, "shared", "Microsoft.NETCore.App", Version), "*.dll").Where(IsManaged),
        Compilation.References.Runtime(Framework),
    ];

    public string Command => _folder.PathOf(OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet");

    private static bool IsManaged(string file)
    {
        using var image = new PEReader(File.OpenRead(file));
        return image.HasMetadata;
    }

    public void Dispose() => _folder.Dispose();
}
