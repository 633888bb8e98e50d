using Mono.Cecil;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Verification;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Checking;

/// <summary>
/// Compares each method of a woven assembly with its second method, the copy that the weaver added. If another tool changed the method after the weave, calls
/// of the copy bypass that change.
/// </summary>
internal static class BypassCheck
{
    /// <returns>
    /// The methods whose code differs from their second method's code, in the order of the assembly. After them comes an entry for each difference between the
    /// record and the assembly.
    /// </returns>
    /// <param name="assembly">An assembly.</param>
    /// <param name="record">The record that the weave of the assembly wrote; null if there is none.</param>
    public static IReadOnlyList<BypassedMethod> Of(OpenAssembly assembly, WovenRecord? record = null) => Of(assembly.Module, Path.GetFileName(assembly.Path), record);

    /// <param name="module">An assembly.</param>
    /// <param name="file">The file's name.</param>
    /// <param name="record">The record that the weave of the assembly wrote; null if there is none.</param>
    public static IReadOnlyList<BypassedMethod> Of(ModuleDefinition module, string file, WovenRecord? record = null)
    {
        // Ignores methods that a trimmer emptied. If there is a record, no trimmer has run, so an empty method counts as changed.
        var bypassed = SecondMethodSearch.In(module)
            .Where(pair => pair.Methods.All(method => method.IsSynchronized || !((record == null && SameCode.IsLinkedAway(method)) || SameCode.Is(method, pair.Second, pair.TakesState)))).ToList();
        var broken = record?.BrokenIn(module).Select(fact => new BypassedMethod(file, fact.Subject, null, null, fact.Difference)).ToList() ?? [];
        if (bypassed.Count == 0)
        {
            return broken;
        }

        var owners = new MethodOwners(module, new MemberUses(module));
        return
        [
            .. bypassed.Select(pair => new BypassedMethod(
                file,
                MethodName.Of(pair.Methods[0], owners),
                SourceLine.Of(pair.Methods[0], owners) is { } line ? SourceLine.Text(line) : null,
                pair.Second.Name)),
            .. broken,
        ];
    }
}
