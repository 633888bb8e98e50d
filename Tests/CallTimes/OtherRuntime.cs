using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;
using Tests.NewerRuntimes;

namespace Tests.CallTimes;

/// <summary>A .NET runtime in a folder with a <c>dotnet</c> command that finds it. The runtime need not be installed.</summary>
/// <param name="Version">The runtime's version.</param>
/// <param name="Framework">A target framework. Programs on this runtime get the build of PooledAwait.Runtime for that framework.</param>
/// <param name="Command">The path of the <c>dotnet</c> command.</param>
internal sealed record OtherRuntime(string Version, string Framework, string Command) : IDisposable
{
    private readonly TemporaryFolder? _folder;

    private OtherRuntime(string version, string framework, TemporaryFolder folder)
        : this(version, framework, folder.PathOf(OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet")) => _folder = folder;

    /// <summary>The references for code on this runtime: PooledAwait.Runtime, and the runtime's own assemblies in place of reference assemblies.</summary>
    public IReadOnlyList<string> References =>
    [
        .. Directory.EnumerateFiles(Path.Combine(Path.GetDirectoryName(Command)!, "shared", "Microsoft.NETCore.App", Version), "*.dll").Where(IsManaged),
        Compilation.References.Runtime(Framework),
    ];

    /// <param name="version">The runtime's major version.</param>
    public static OtherRuntime Of(int version) => version == 11
        ? new OtherRuntime(CoreClr11.Version, Compilation.References.Current, CoreClr11.Host)
        : OfPack(RuntimePacks.Of(version));

    public void Dispose() => _folder?.Dispose();

    private static OtherRuntime OfPack(string pack)
    {
        var version = Path.GetFileName(Path.GetDirectoryName(pack.TrimEnd(Path.DirectorySeparatorChar)))!;
        var runtime = new OtherRuntime(version, "net9.0", new TemporaryFolder());
        var framework = Directory.CreateDirectory(runtime._folder!.PathOf("shared", "Microsoft.NETCore.App", version)).FullName;
        foreach (var file in Directory.EnumerateFiles(pack, "*", SearchOption.AllDirectories))
        {
            File.Copy(file, Path.Combine(framework, Path.GetFileName(file)), overwrite: true);
        }

        var root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        foreach (var host in Directory.EnumerateFiles(Path.Combine(root, "host"), "*", SearchOption.AllDirectories))
        {
            var copy = runtime._folder.PathOf(Path.GetRelativePath(root, host));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(host, copy);
        }

        File.Copy(Path.Combine(root, Path.GetFileName(runtime.Command)), runtime.Command);
        return runtime;
    }

    private static bool IsManaged(string file)
    {
        using var image = new PEReader(File.OpenRead(file));
        return image.HasMetadata;
    }
}
