using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Weaving;

namespace Tests.WovenPackages;

/// <summary>The program Samples/PackageWork, with the packages' assemblies as one of the weavings leaves them.</summary>
internal sealed class PackageBuild : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
    private readonly Dictionary<string, int> _changed = [];
    private readonly Weaving _weaving;

    /// <param name="weaving">What becomes of the assemblies.</param>
    /// <param name="of">The packages that they are of.</param>
    public PackageBuild(Weaving weaving, IEnumerable<Package> of)
    {
        _weaving = weaving;
        var built = Repository.PathOf("Samples", "PackageWork", "bin", Repository.Configuration, "net10.0");
        var input = Input.Find(built);
        var references = input.References([]);
        var runtime = Frameworks.RuntimeLibraryFor(input.Assemblies);
        var packages = of.SelectMany(package => package.Assemblies).Select(assembly => $"{assembly}.dll").ToHashSet();
        foreach (var file in input.Assemblies.Concat(input.Others))
        {
            var target = Path.Combine(_folder, Path.GetRelativePath(built, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            if (weaving.Config != null && packages.Contains(Path.GetFileName(file)))
            {
                File.WriteAllBytes(target, Weave(file, references));
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

    /// <summary>What the table calls it.</summary>
    public string Name => _weaving.Name;

    public string Program => Path.Combine(_folder, "PackageWork.dll");

    /// <summary>How many places of a package were changed.</summary>
    public int ChangedIn(Package package) => package.Assemblies.Sum(assembly => _changed.GetValueOrDefault(assembly));

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private byte[] Weave(string file, IReadOnlyList<string> references)
    {
        using var assembly = new OpenAssembly(file, references);
        var decisions = assembly.Weave(_weaving.Config!).Decisions;
        _changed[Path.GetFileNameWithoutExtension(file)] = decisions.Count(decision => decision.Reason == null);
        return assembly.Write().Image;
    }
}
