using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Tests.Inspect;

namespace Tests.Together;

/// <summary>A program of several assemblies, each compiled against the assemblies before it. Another folder has the same assemblies, woven together.</summary>
internal sealed class Parts : IDisposable
{
    private readonly ToolRun _run = new();
    private readonly List<string> _names = [];

    /// <summary>The name of the folder, inside the program's folder, for the assemblies that are not woven.</summary>
    public const string NotWoven = "in";

    /// <summary>The name of the folder for the woven assemblies.</summary>
    public const string Woven = "out";

    public Parts Add(string name, string code, OptimizationLevel level = OptimizationLevel.Release, string framework = "net10.0")
    {
        _run.Compile(name, code, level: level, framework: framework, references: [.. _names.Select(other => _run.PathOf(NotWoven, $"{other}.dll"))]);
        _names.Add(name);
        return this;
    }

    /// <summary>Replaces an assembly with another version. The assemblies that were compiled against the old version stay as they are.</summary>
    public Parts Replace(string name, string code)
    {
        _run.Compile(name, code, references: [.. _names.TakeWhile(other => other != name).Select(other => _run.PathOf(NotWoven, $"{other}.dll"))]);
        return this;
    }

    /// <summary>Replaces an assembly with its woven form, as if its own build had woven it.</summary>
    public void TakeWoven(string name)
    {
        foreach (var file in (string[])[$"{name}.dll", "PooledAwait.Runtime.dll"])
        {
            File.Copy(PathOf(Woven, file), PathOf(NotWoven, file), overwrite: true);
        }
    }

    /// <summary>Weaves all assemblies together, and returns what the tool prints.</summary>
    public string WeaveTogether(params string[] arguments) => Weave(["--together", .. arguments]);

    /// <summary>Weaves each assembly as its own build does, without the other assemblies of the program, and returns what the tool prints.</summary>
    public string WeaveEach() => Weave([]);

    private string Weave(string[] arguments)
    {
        var (exitCode, output, error) = ToolRun.Run(["weave", _run.PathOf(NotWoven), "-o", _run.PathOf(Woven), .. arguments]);
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(error, Does.Not.Contain("PA008: "));
        return output;
    }

    /// <summary>Returns what the tool prints when it refuses to weave.</summary>
    public string Refusal(params string[] arguments)
    {
        var (exitCode, _, error) = ToolRun.Run(["weave", _run.PathOf(NotWoven), "-o", _run.PathOf(Woven), "--together", .. arguments]);
        Assert.That(exitCode, Is.EqualTo(1), error);
        return error;
    }

    public string PathOf(params string[] parts) => _run.PathOf(parts);

    public IReadOnlyList<string> Files(string folder) => _run.Files(folder);

    /// <summary>Returns a method of a class without a namespace, in the last assembly of one of the folders.</summary>
    public TDelegate Method<TDelegate>(string folder, string type, string method)
        where TDelegate : Delegate =>
        Load(folder, _names[^1]).GetType(type, throwOnError: true)!.GetMethod(method)!.CreateDelegate<TDelegate>();

    /// <summary>Loads an assembly into a new context, which finds all other assemblies in the same folder.</summary>
    public Assembly Load(string folder, string name) => new Context(_run.PathOf(folder)).LoadFromAssemblyName(new AssemblyName(name));

    public void Dispose() => _run.Dispose();

    private sealed class Context(string folder) : AssemblyLoadContext(nameof(Parts))
    {
        protected override Assembly? Load(AssemblyName assemblyName) =>
            Path.Combine(folder, $"{assemblyName.Name}.dll") is var path && File.Exists(path) ? LoadFromStream(new MemoryStream(File.ReadAllBytes(path))) : null;
    }
}
