using System.Runtime.InteropServices;
using Tests.Compilation;

namespace Tests.NewerRuntimes;

/// <summary>A copy of the runtime that the tests run on, with another base library.</summary>
internal sealed class OwnRuntime : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly string _framework;

    public OwnRuntime()
    {
        // Keeps the names of the folders, because the dotnet command needs these names to find its files.
        var framework = RuntimeEnvironment.GetRuntimeDirectory().TrimEnd(Path.DirectorySeparatorChar);
        var root = Path.GetFullPath(Path.Combine(framework, "..", "..", ".."));
        _framework = Copy(framework);
        foreach (var host in Directory.EnumerateDirectories(Path.Combine(root, "host", "fxr")))
        {
            Copy(host);
        }

        File.Copy(Path.Combine(root, Command), _folder.PathOf(Command));

        string Copy(string folder)
        {
            var copy = Directory.CreateDirectory(_folder.PathOf(Path.GetRelativePath(root, folder))).FullName;
            foreach (var file in Directory.EnumerateFiles(folder))
            {
                File.Copy(file, Path.Combine(copy, Path.GetFileName(file)));
            }

            return copy;
        }
    }

    private static string Command => OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";

    /// <summary>Runs a program with a base library, and returns the lines that the program writes.</summary>
    public IReadOnlyList<string> Run(byte[] program, byte[] baseLibrary)
    {
        File.WriteAllBytes(Path.Combine(_framework, "System.Private.CoreLib.dll"), baseLibrary);
        var file = _folder.PathOf($"{ScenarioProgram.Name}.dll");
        File.WriteAllBytes(file, program);
        File.Copy(References.Runtime(References.Current), _folder.PathOf("PooledAwait.Runtime.dll"), overwrite: true);
        File.WriteAllText(_folder.PathOf($"{ScenarioProgram.Name}.runtimeconfig.json"), $$"""
            { "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "{{Environment.Version}}" } } }
            """);
        var (exitCode, output) = ChildProcess.Run(new Dictionary<string, string> { ["DOTNET_TieredPGO"] = "0" }, _folder.PathOf(Command), _folder.FullName, file);
        Assert.That(exitCode, Is.Zero, output);
        return output.Split('\n', StringSplitOptions.TrimEntries);
    }

    public void Dispose() => _folder.Dispose();
}
