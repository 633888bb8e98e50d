using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Compiled;

namespace PooledAwait.Fody.Costs;

/// <summary>Finds the calls that make objects that no rewrite removes. It finds all of them, because a build does not know how often each is reached.</summary>
internal static class CostSearch
{
    /// <summary>The calls, in the order of the code. Call this before anything is rewritten, because new and moved code has no line.</summary>
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
