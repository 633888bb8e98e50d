using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.Reporting;
using PooledAwait.Inspect.Printing;

// A library that reads traces has a namespace of the class's own name.
using ImageFile = ICSharpCode.Decompiler.Metadata.PEFile;

namespace PooledAwait.Inspect.Weaving;

/// <summary>Weaves an assembly and sets methods before and after side by side, with the methods that the weaver added for them.</summary>
internal static class MethodComparison
{
    /// <param name="assembly">An assembly that is not woven yet; it is afterwards.</param>
    /// <param name="config">The weaver's options.</param>
    /// <param name="pattern">Chooses methods.</param>
    public static IReadOnlyList<MethodAnswer> Of(OpenAssembly assembly, XElement config, MethodPattern pattern)
    {
        var owners = new MethodOwners(assembly.Module);
        var types = assembly.Module.GetTypes().ToHashSet();
        var chosen = (
            from type in types
            from method in type.Methods
            let name = MethodName.Of(method, owners)
            where pattern.Matches(name)
            select (Method: method, Name: name, Member: method.FullName, Token: method.MetadataToken.ToInt32())).ToList();
        if (chosen.Count == 0)
        {
            return [];
        }

        assembly.Weave(config);
        var added = Added(chosen.Select(entry => entry.Method), types);
        using var before = new ImageFile(assembly.Path);
        using var after = new ImageFile(assembly.Path, new MemoryStream(assembly.Write().Image));
        return
        [
            .. from entry in chosen
               let old = MemberIl.OfMethod(before, entry.Token)
               let now = MemberIl.OfMethod(after, entry.Method.MetadataToken.ToInt32())
               select new MethodAnswer(Path.GetFileName(assembly.Path), entry.Name, entry.Member, old, now == old ? null : now),
            .. from method in added
               let now = MemberIl.OfMethod(after, method.MetadataToken.ToInt32())
               select new MethodAnswer(Path.GetFileName(assembly.Path), MethodName.Of(method, owners), method.FullName, null, now),
        ];
    }

    /// <summary>The methods of the types that were not there before and that the methods name now.</summary>
    private static List<MethodDefinition> Added(IEnumerable<MethodDefinition> methods, HashSet<TypeDefinition> known) =>
    [
        .. from method in methods
           where method.HasBody
           from instruction in method.Body.Instructions
           let type = (instruction.Operand as MemberReference)?.DeclaringType?.GetElementType() as TypeDefinition
           where type != null && !known.Contains(type)
           group type by type into types
           from added in types.Key.Methods
           select added,
    ];
}
