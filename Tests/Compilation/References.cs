namespace Tests.Compilation;

/// <summary>The references of AssemblyToProcess as its build resolved them, which is what a real build gives to Fody.</summary>
public static class References
{
    /// <summary>Full paths: the reference assemblies of the framework, those of packages, and PooledAwait.Runtime.</summary>
    public static IReadOnlyList<string> Of(string framework) =>
        File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "AssemblyToProcess", $"{framework}.references.txt"));

    /// <summary>PooledAwait.Runtime as built for a framework.</summary>
    public static string Runtime(string framework) =>
        Of(framework).Single(path => Path.GetFileName(path) == "PooledAwait.Runtime.dll");
}
