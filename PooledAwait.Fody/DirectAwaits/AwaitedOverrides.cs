using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.Costs;
using PooledAwait.Fody.Libraries;
using PooledAwait.Fody.Machines;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>
/// Finds the awaited calls of virtual methods of other assemblies that async methods of a module override or implement. They are told and not changed, so what they reach
/// need not be certain: it is enough that an object of such a class can come there.
/// </summary>
internal sealed class AwaitedOverrides
{
    private readonly MemberUses _uses;
    private readonly ILookup<string, MethodDefinition> _overrides;

    private AwaitedOverrides(MemberUses uses)
    {
        _uses = uses;
        _overrides = uses.Module.GetTypes()
            .SelectMany(type => type.Methods)
            .Where(method => method is { IsVirtual: true, IsStatic: false } && TaskType.Is(method.ReturnType) && KickOff.Is(method))
            .ToLookup(Signature);
    }

    /// <summary>The calls in the order of the code. To be asked before anything is rewritten.</summary>
    public static IReadOnlyList<Cost> In(MemberUses uses)
    {
        var search = new AwaitedOverrides(uses);
        return [.. uses.MethodsWhere(member => member is MethodReference called && search.MayBeOverridden(called)).Where(AwaitRecogniser.Awaits).Where(uses.IsCode).ToList().SelectMany(search.In)];
    }

    private IEnumerable<Cost> In(MethodDefinition caller)
    {
        var stack = StackAnalysis.Of(caller);
        if (!stack.IsSound)
        {
            return [];
        }

        var awaits = new AwaitRecogniser(stack, new LocalFlow(stack.Flow));
        return
            from call in caller.Body.Instructions
            where call.OpCode.Code == Code.Callvirt && stack.IsReachable(call) && !Prefix.IsBefore(call)
            let called = (MethodReference)call.Operand
            where MayBeOverridden(called) && awaits.Recognise(call) != null && ReachesOverride(called, stack.SingleProducerOf(call, 0), caller)
            select new Cost(caller, called, CostlyCall.Override, SourceLine.Of(caller, call));
    }

    private bool MayBeOverridden(MethodReference called) =>
        called.HasThis && TaskType.Is(called.ReturnType) && called.DeclaringType.Scope is AssemblyNameReference && _overrides.Contains(Signature(called));

    private bool ReachesOverride(MethodReference called, Instruction? receiver, MethodDefinition caller)
    {
        if (called.Definition() is not { IsVirtual: true, DeclaringType: var slot })
        {
            return false;
        }

        var known = receiver == null ? null : TypeOf(receiver, caller)?.Resolve();
        return _overrides[Signature(called)].Any(method => HasParametersOf(called, method) && Is(method.DeclaringType, slot) && (known == null || Is(method.DeclaringType, known) || Is(known, method.DeclaringType)));
    }

    /// <summary>The type that an object is known to be of by what loads it; null where that says nothing.</summary>
    private static TypeReference? TypeOf(Instruction load, MethodDefinition method) =>
        VariableAccess.Of(load, method) is { Variable: { IsParameter: false, Index: var index } } ? method.Body.Variables[index].VariableType
        : load.Operand switch
        {
            FieldReference field => field.FieldType,
            MethodReference { Name: ".ctor" } made => made.DeclaringType,
            MethodReference returning => returning.ReturnType,
            _ => null,
        };

    private static bool Is(TypeDefinition type, TypeDefinition other) =>
        Reachable.From<TypeDefinition?>([type], current => current?.DirectSupertypes().Select(supertype => supertype.Resolve()) ?? []).Contains(other);

    private static bool HasParametersOf(MethodReference slot, MethodDefinition method) => method.Parameters.Zip(slot.Parameters, (own, declared) => (Own: own.ParameterType, Declared: declared.ParameterType))
        .All(pair => pair.Own.Name == pair.Declared.Name || pair.Declared.ContainsGenericParameter);

    /// <summary>By which overrides are looked up. A type parameter may stand for any type, so the types are compared later.</summary>
    private static string Signature(MethodReference method) => $"{method.Name} {method.Parameters.Count}";
}
