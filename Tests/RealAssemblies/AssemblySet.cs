using System.Runtime.InteropServices;
using PooledAwait.Inspect.Files;

namespace Tests.RealAssemblies;

/// <summary>Assemblies by other authors, in the versions on this machine.</summary>
/// <param name="Name">The name of the set.</param>
/// <param name="Files">The assemblies.</param>
/// <param name="Folders">The folders of the files to which the assemblies refer, except the folders of the shared frameworks.</param>
internal sealed record AssemblySet(string Name, IReadOnlyList<string> Files, IReadOnlyList<string> Folders)
{
    private static readonly string s_framework = Path.TrimEndingDirectorySeparator(RuntimeEnvironment.GetRuntimeDirectory());
    private static readonly string s_version = Path.GetFileName(s_framework);
    private static readonly string s_dotnet = Path.GetFullPath(Path.Combine(s_framework, "..", "..", ".."));

    /// <summary>All sets. The set of dotnet-watch exists only if there is an SDK.</summary>
    public static IReadOnlyList<AssemblySet> All { get; } =
    [
        .. new[]
        {
            OfFolder($"Microsoft.NETCore.App {s_version}", s_framework),
            OfFolder($"Microsoft.AspNetCore.App {s_version}", Path.Combine(s_dotnet, "shared", "Microsoft.AspNetCore.App", s_version)),
            Watch(),
            OfFolder("Packages", Path.Combine(AppContext.BaseDirectory, "RealAssemblies", "Packages")),
        }.OfType<AssemblySet>(),
    ];

    /// <summary>The folder of the newest SDK; null if there is no SDK beside the runtime.</summary>
    public static string? NewestSdk
    {
        get
        {
            var sdk = Path.Combine(s_dotnet, "sdk");
            return Directory.Exists(sdk)
                ? Directory.GetDirectories(sdk)
                    .Where(folder => Version.TryParse(Path.GetFileName(folder), out _))
                    .MaxBy(folder => Version.Parse(Path.GetFileName(folder)))
                : null;
        }
    }

    /// <summary>The files in which references are looked up.</summary>
    public IReadOnlyList<string> References => new Input(Path.GetDirectoryName(Files[0])!, Files, []).References(Folders);

    private static AssemblySet? OfFolder(string name, string folder, params string[] folders) =>
        Directory.Exists(folder) ? new AssemblySet(name, Input.Find(folder).Assemblies, folders) : null;

    private static AssemblySet? Watch()
    {
        if (NewestSdk is not { } newest)
        {
            return null;
        }

        var tools = Path.Combine(newest, "DotnetTools", "dotnet-watch");
        var file = Directory.Exists(tools) ? Directory.GetFiles(tools, "dotnet-watch.dll", SearchOption.AllDirectories).FirstOrDefault() : null;
        return file == null
            ? null
            : OfFolder($"dotnet-watch {Path.GetFileName(newest)}", Path.GetDirectoryName(file)!, newest, Path.Combine(newest, "Roslyn", "bincore"));
    }
}
