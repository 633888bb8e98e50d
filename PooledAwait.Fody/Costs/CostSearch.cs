using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Compiled;

namespace PooledAwait.Fody.Costs;

/// <summary>Finds what a module makes that no rewrite takes away. How often each place is reached nobody knows here, so all are found.</summary>
internal static class CostSearch
{
    /// <summary>The places in the order of the code. To be asked before anything is rewritten: code that was made or moved has no line.</summary>
    public static IReadOnlyList<Cost> In(MemberUses uses) => [.. uses.MethodsWhere(IsCostly).Where(uses.IsCode).ToList().SelectMany(In)];

    private static IEnumerable<Cost> In(MethodDefinition method) =>
        from instruction in method.Body.Instructions
        where instruction.OpCode.Code is Code.Call or Code.Callvirt or Code.Newobj
        let called = (MethodReference)instruction.Operand
        let call = CostlyCall.Of(called)
        where call != null
        select new Cost(method, called, call, SourceLine.Of(method, instruction));

    private static bool IsCostly(MemberReference member) => member is MethodReference method && CostlyCall.Of(method) != null;
}
