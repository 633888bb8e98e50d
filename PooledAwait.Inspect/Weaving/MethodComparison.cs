using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Weaving;

/// <summary>Weaves an assembly and shows methods before and after the weave, with the methods that the weaver added for them.</summary>
internal static class MethodComparison
{
    /// <param name="assembly">An assembly that is not woven yet. This method weaves it.</param>
    /// <param name="config">The weaver's options.</param>
    /// <param name="pattern">Chooses methods.</param>
    public static IReadOnlyList<MethodAnswer> Of(OpenAssembly assembly, XElement config, MethodPattern pattern)
    {
        var uses = new MemberUses(assembly.Module);
        var owners = new MethodOwners(assembly.Module, uses);
        var chosen = (
            from type in assembly.Module.GetTypes()
            from method in type.Methods
            let name = MethodName.Of(method, owners)
            where pattern.Matches(name)
            select (Method: method, Name: name, Before: Text(method))).ToList();
        if (chosen.Count == 0)
        {
            return [];
        }

        var added = new AddedMethods(assembly.Module);
        assembly.Weave(config);
        var file = Path.GetFileName(assembly.Path);
        return
        [
            .. from entry in chosen
               let after = Text(entry.Method)
               select new MethodAnswer(file, entry.Name, entry.Method.FullName, entry.Before, after == entry.Before ? null : after),
            .. from method in added.NamedBy(chosen.Select(entry => entry.Method))
               select new MethodAnswer(file, MethodName.Of(method, owners), method.FullName, null, IlMethodText.Of(method)),
        ];

        // A body that is not valid code is not decoded, and cannot be shown.
        string Text(MethodDefinition method) => method.HasBody && !uses.IsCode(method) ? IlMethodText.HeaderOf(method) : IlMethodText.Of(method);
    }
}
