using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Driving;
using PooledAwait.Fody.Reasons;
using PooledAwait.Fody.VirtualCalls;

namespace PooledAwait.Fody.StateObjects;

/// <summary>The methods of a module that take delegates, and what they do with them.</summary>
internal sealed class OwnMethods(WovenModule module)
{
    private readonly Dictionary<MethodDefinition, Recognised<InvokingMethod>> _known = [];
    private readonly Remoting _remoting = new(module.Definition);

    /// <summary>Whether a member may be one: a method that the module defines, and that takes a delegate.</summary>
    public bool MayBe(MemberReference member) =>
        member is MethodReference { Name: not ".ctor" } method && method.Name[0] != '<' && method.DeclaringType.GetElementType().Scope == module.Definition &&
        method.GetElementMethod().Parameters.Any(parameter => DelegateShape.Of(parameter.ParameterType) != null);

    /// <summary>The method that a call reaches, and what that does with its delegates.</summary>
    /// <param name="call">A call of what may be one.</param>
    /// <param name="stack">The calling method.</param>
    /// <returns>Null where no delegate is made for the call, or where what it reaches is known only at run time.</returns>
    public Recognised<InvokingMethod>? Recognise(Instruction call, StackAnalysis stack)
    {
        var called = (MethodReference)call.Operand;
        if (!stack.IsSound || !stack.IsReachable(call) || called.Resolve() is not { } method || method.Module != module.Definition || !ExactCall.Reaches(call, method) ||
            (method.HasThis && _remoting.MayStandFor(method.DeclaringType)))
        {
            return null;
        }

        var first = method.HasThis ? 1 : 0;
        if (!method.Parameters.Any(parameter => DelegateShape.Of(parameter.ParameterType) != null && IsMadeOverObject(stack.SingleProducerOf(call, parameter.Index + first))))
        {
            return null;
        }

        if (!_known.TryGetValue(method, out var known))
        {
            _known.Add(method, known = InvokingMethodRecogniser.Recognise(method, module.Scope));
        }

        return known;
    }

    private static bool IsMadeOverObject(Instruction? producer) =>
        producer is { OpCode.Code: Code.Newobj, Previous: { OpCode.Code: Code.Ldftn or Code.Ldvirtftn, Operand: MethodReference { HasThis: true } } };
}
