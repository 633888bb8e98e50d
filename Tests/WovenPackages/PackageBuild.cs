using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Weaving;
using Tests.Weaving;

namespace Tests.WovenPackages;

/// <summary>The program Samples/PackageWork, in which the packages' assemblies are woven in one way.</summary>
internal sealed class PackageBuild : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
    private readonly Dictionary<string, int> _changed = [];
    private readonly Weaving _weaving;

    /// <param name="weaving">The way to weave the assemblies.</param>
    /// <param name="of">The packages that contain the assemblies.</param>
    public PackageBuild(Weaving weaving, IEnumerable<Package> of)
    {
        _weaving = weaving;
        var built = Repository.PathOf("Samples", "PackageWork", "bin", Repository.Configuration, "net10.0");
        var input = Input.Find(built);
        var references = input.References([]);
        var runtime = Frameworks.RuntimeLibraryFor(input.Assemblies);
        var packages = of.SelectMany(package => package.Assemblies).Select(assembly => $"{assembly}.dll").ToHashSet();
        var woven = Woven(input, file => packages.Contains(Path.GetFileName(file)), references);
        foreach (var file in input.Assemblies.Concat(input.Others))
        {
            var target = Path.Combine(_folder, Path.GetRelativePath(built, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            if (woven.TryGetValue(file, out var image))
            {
                File.WriteAllBytes(target, image);
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

    /// <summary>The build's name in the table.</summary>
    public string Name => _weaving.Name;

    public string Program => Path.Combine(_folder, "PackageWork.dll");

    /// <summary>Returns the number of changed places in a package.</summary>
    public int ChangedIn(Package package) => package.Assemblies.Sum(assembly => _changed.GetValueOrDefault(assembly));

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private Dictionary<string, byte[]> Woven(Input input, Func<string, bool> isOfPackage, IReadOnlyList<string> references)
    {
        if (_weaving.Config == null)
        {
            return [];
        }

        if (!_weaving.Together)
        {
            return input.Assemblies.Where(isOfPackage).ToDictionary(file => file, file =>
            {
                using var assembly = new OpenAssembly(file, references);
                return Written(assembly, assembly.Weave(_weaving.Config));
            });
        }

        using var program = new OpenProgram(input.AsProgram().Assemblies, references, (path, resolver) => new OpenAssembly(path, references, resolver));
        var reports = program.Weave(_weaving.Config);
        return program.Assemblies.Zip(reports).Where(woven => woven.Second.IsChanged).ToDictionary(woven => woven.First.Path, woven => Written(woven.First, woven.Second));
    }

    private byte[] Written(OpenAssembly assembly, WeavingReport report)
    {
        UnsoundWeave.Refuse(assembly.Messages);
        _changed[Path.GetFileNameWithoutExtension(assembly.Path)] = report.Decisions.Count(decision => decision.Reason == null);
        return assembly.Write().Image;
    }
}
