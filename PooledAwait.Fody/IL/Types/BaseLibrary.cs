using System.Globalization;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Recognises the assemblies of the base library. A type from any other assembly does not belong to the base library, whatever the type's name is.
/// </summary>
internal static class BaseLibrary
{
    // This list has three kinds of assemblies: parts of frameworks, contract assemblies (in older frameworks, they only forward their types), and parts of
    // packages for netstandard2.0.
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

    // The keys that the assemblies of .NET and .NET Framework are signed with.
    private static readonly HashSet<string> s_keys = ["7cec85d7bea7798e", "b03f5f7f11d50a3a", "b77a5c561934e089", "cc7b13ffcd2ddd51"];

    /// <summary>Returns whether an assembly is part of .NET. If an assembly is not in the list, this method recognises it by its key.</summary>
    public static bool IsPartOf(AssemblyNameReference assembly) =>
        s_assemblies.Contains(assembly.Name) || (assembly.PublicKeyToken is { Length: > 0 } token && s_keys.Contains(string.Concat(token.Select(part => part.ToString("x2", CultureInfo.InvariantCulture)))));

    /// <summary>Returns whether a reference is to a type in one of the listed assemblies.</summary>
    public static bool Has(TypeReference type) => type.Scope is AssemblyNameReference assembly && s_assemblies.Contains(assembly.Name);
}
