using Mono.Cecil;

namespace PooledAwait.Fody;

/// <summary>Where the types of the base library are that the rewrites know. A type of the same name from anywhere else is another type.</summary>
internal static class BaseLibrary
{
    // The assemblies that a reference may name: those of a framework, of the contracts that older frameworks forward, and of packages for netstandard2.0.
    private static readonly HashSet<string> s_assemblies =
    [
        "mscorlib",
        "netstandard",
        "System.Private.CoreLib",
        "System.Runtime",
        "System.Threading.Tasks",
        "System.Threading.Tasks.Extensions",
    ];

    /// <summary>Whether a type that the module names, and does not define, is the base library's.</summary>
    public static bool Has(TypeReference type) => type.Scope is AssemblyNameReference assembly && s_assemblies.Contains(assembly.Name);
}
