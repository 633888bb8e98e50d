using System.Runtime.InteropServices;
using Tests.NewerRuntimes;

namespace Tests.Inspect.Stacks;

/// <summary>A runtime of another version. Its files come from a package, in the same folders as in an installed runtime.</summary>
internal sealed class OtherRuntime : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public OtherRuntime(int version)
    {
        var files = Directory.EnumerateFiles(RuntimePacks.Of(version), "*", SearchOption.AllDirectories).ToList();
        var number = Path.GetFileName(Path.GetDirectoryName(RuntimePacks.Of(version).TrimEnd('/'))!);
        var framework = Directory.CreateDirectory(_folder.PathOf("shared", "Microsoft.NETCore.App", number)).FullName;
        foreach (var file in files)
        {
            // Copies libcoreclr instead of linking it, because the system would report the target's path for a link.
            var copy = Path.Combine(framework, Path.GetFileName(file));
            if (Path.GetFileName(file) == "libcoreclr.so")
            {
                File.Copy(file, copy);
            }
            else
            {
                File.CreateSymbolicLink(copy, file);
            }
        }

        // Copies the dotnet command instead of linking it, because the command searches for files beside itself.
        var root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        File.Copy(Path.Combine(root, "dotnet"), Host);
        foreach (var host in Directory.EnumerateFiles(Path.Combine(root, "host", "fxr"), "*", SearchOption.AllDirectories))
        {
            var copy = _folder.PathOf(Path.GetRelativePath(root, host));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(host, copy);
        }
    }

    /// <summary>The dotnet command of this runtime.</summary>
    public string Host => _folder.PathOf("dotnet");

    public void Dispose() => _folder.Dispose();
}
