namespace PooledAwait.Fody.IL;

/// <summary>The assemblies that the base library's types come from. A type of the same name from anywhere else is another type.</summary>
internal static class BaseLibrary
{
    // The assemblies of a framework, the contract assemblies that older frameworks forward, and the assemblies of packages for netstandard2.0.
    private static readonly HashSet<string> s_assemblies =
    [
        "mscorlib",
        "netstandard",
        "System.Collections.Concurrent",
        "System.Private.CoreLib",
        "System.Runtime",
        "System.Threading",
        "System.Threading.Tasks",
        "System.Threading.Tasks.Extensions",
        "System.Threading.ThreadPool",
    ];

    /// <summary>Whether a type that the module names, and does not define, is the base library's.</summary>
    public static bool Has(TypeReference type) => type.Scope is AssemblyNameReference assembly && s_assemblies.Contains(assembly.Name);
}
