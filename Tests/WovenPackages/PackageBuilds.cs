using System.Xml.Linq;
using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Weaving;

namespace Tests.WovenPackages;

/// <summary>The program Samples/PackageWork twice: as it was built, and with the packages' assemblies woven.</summary>
internal sealed class PackageBuilds : IDisposable
{
    private static readonly string[] s_packages = ["Npgsql.dll", "Polly.dll", "Polly.Core.dll", "StackExchange.Redis.dll"];

    private readonly string _folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;

    public PackageBuilds()
    {
        var input = Input.Find(NotWovenFolder);
        var runtime = Frameworks.RuntimeLibraryFor(input.Assemblies);
        foreach (var file in input.Assemblies.Concat(input.Others))
        {
            var target = Path.Combine(_folder, Path.GetRelativePath(NotWovenFolder, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            if (s_packages.Contains(Path.GetFileName(file)))
            {
                File.WriteAllBytes(target, Weave(file, input.References([])));
            }
            else if (file.EndsWith(DependencyManifest.Extension, StringComparison.Ordinal))
            {
                File.WriteAllBytes(target, DependencyManifest.With(file, runtime)!);
            }
            else
            {
                File.Copy(file, target);
            }
        }

        File.Copy(runtime, Path.Combine(_folder, Path.GetFileName(runtime)));
    }

    private static string NotWovenFolder => Repository.PathOf("Samples", "PackageWork", "bin", Repository.Configuration, "net10.0");

    /// <summary>How many places were changed in each assembly.</summary>
    public Dictionary<string, int> Changed { get; } = [];

    public string NotWoven { get; } = Path.Combine(NotWovenFolder, "PackageWork.dll");

    public string Woven => Path.Combine(_folder, "PackageWork.dll");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private byte[] Weave(string file, IReadOnlyList<string> references)
    {
        using var assembly = new OpenAssembly(file, references);
        var decisions = assembly.Weave(new XElement("PooledAwait")).Decisions;
        Changed[Path.GetFileNameWithoutExtension(file)] = decisions.Count(decision => decision.Reason == null);
        return assembly.Write().Image;
    }
}
