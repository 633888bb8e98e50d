using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Finds calls that pass delegates to a module's own methods, and recognises the methods that only call these delegates.</summary>
internal sealed class OwnMethods(WovenModule module)
{
    private readonly Dictionary<MethodDefinition, Recognised<InvokingMethod>> _known = [];
    private readonly Remoting _remoting = new(module.Definition);

    /// <summary>
    /// Returns whether a method is one of the module's own methods, and takes a delegate. Constructors and methods with generated names do not count.
    /// </summary>
    public bool MayBe(MethodReference method) =>
        method.Name != ".ctor" && method.Name[0] != '<' && method.DeclaringType.GetElementType().Scope == module.Definition &&
        method.GetElementMethod().Parameters.Any(parameter => DelegateShape.Of(parameter.ParameterType) != null);

    /// <summary>
    /// Returns whether a call passes a newly made delegate that has a target object. Returns false if another method than the named one may run, for example an
    /// override in another module.
    /// </summary>
    /// <param name="call">The call.</param>
    /// <param name="stack">The analysis of the calling method.</param>
    public bool Takes(Instruction call, StackAnalysis stack)
    {
        if (!stack.IsSound || !stack.IsReachable(call) || Called(call) is not { IsRuntime: false, IsSetter: false, IsAddOn: false, IsRemoveOn: false, CallingConvention: not MethodCallingConvention.VarArg } method ||
            !ExactCall.Reaches(call, method) || (method.HasThis && _remoting.MayStandFor(method.DeclaringType)))
        {
            return false;
        }

        var first = method.HasThis ? 1 : 0;
        return method.Parameters.Any(parameter => DelegateShape.Of(parameter.ParameterType) != null && IsMadeOverObject(stack.SingleProducerOf(call, parameter.Index + first)));
    }

    /// <summary>Recognises the called method if it only calls its delegates.</summary>
    public Recognised<InvokingMethod> Recognise(Instruction call)
    {
        var method = Called(call)!;
        if (!_known.TryGetValue(method, out var known))
        {
            _known.Add(method, known = WeaveStep.About("a method that calls its delegate", method, () => InvokingMethodRecogniser.Recognise(method, module.Scope)));
        }

        return known;
    }

    private MethodDefinition? Called(Instruction call) => ((MethodReference)call.Operand).Definition() is { } method && method.Module == module.Definition ? method : null;

    private static bool IsMadeOverObject(Instruction? producer) =>
        producer is { OpCode.Code: Code.Newobj, Previous: { OpCode.Code: Code.Ldftn or Code.Ldvirtftn, Operand: MethodReference { HasThis: true } } };
}
