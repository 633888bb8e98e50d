using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>Recognises the calls of <c>ContinueWith</c> in one method: where the delegate comes from, and whether it is this call's alone.</summary>
internal sealed class ContinueWithRecogniser
{
    private readonly MethodDefinition _caller;
    private readonly StackAnalysis _stack;
    private readonly LocalFlow? _locals;
    private readonly ClosureRecogniser _closures;

    /// <param name="caller">A method with a body.</param>
    /// <param name="closures">Knows who uses which closure class.</param>
    public ContinueWithRecogniser(MethodDefinition caller, ClosureRecogniser closures)
    {
        _caller = caller;
        _closures = closures;
        _stack = StackAnalysis.Of(caller);
        _locals = _stack.IsSound ? new LocalFlow(_stack.Flow) : null;
    }

    /// <summary>The calls of the base library's <c>ContinueWith</c> in a method, with state or without.</summary>
    public static IEnumerable<Instruction> CallsIn(MethodDefinition method) => method.HasBody
        ? method.Body.Instructions.Where(instruction =>
            instruction.OpCode.Code is Code.Call or Code.Callvirt &&
            instruction.Operand is MethodReference called &&
            ContinueWithOverload.IsContinueWith(called))
        : [];

    public Recognised<ContinueWithCall> Recognise(Instruction call)
    {
        var called = (MethodReference)call.Operand;
        if (ContinueWithOverload.PassesState(called))
        {
            return PassesKeptDelegate(call) ? Reason.AlreadyRewritten : Reason.PassesState;
        }

        if (ContinueWithOverload.Of(called) is not { } overload)
        {
            return Reason.NoStateOverload;
        }

        if (_locals == null || !_stack.IsReachable(call))
        {
            return Reason.NotFollowed;
        }

        var producers = _stack.ProducersOf(call, 1);
        return producers.Count == 1 && producers[0].OpCode.Code == Code.Newobj
            ? Recognise(call, overload, producers[0])
            : WhyNotMade(producers);
    }

    private Recognised<ContinueWithCall> Recognise(Instruction call, ContinueWithOverload overload, Instruction newDelegate)
    {
        if (_stack.SingleProducerOf(newDelegate, 1) is not { OpCode.Code: Code.Ldftn or Code.Ldvirtftn } loadFunction ||
            loadFunction != newDelegate.Previous ||
            !IsDelegateOf(overload, newDelegate) ||
            (loadFunction.OpCode.Code == Code.Ldvirtftn && !IsOverItsObject(loadFunction, newDelegate)))
        {
            return Reason.UnknownDelegate;
        }

        if (_stack.ConsumersOf(newDelegate) is not { Count: 1 })
        {
            return Reason.DelegateKept;
        }

        var target = (MethodReference)loadFunction.Operand;
        if (target.Resolve() is not { } definition)
        {
            return Reason.UnknownDelegate;
        }

        if (definition.IsStatic)
        {
            return definition.Parameters.Count == 1 ? Reason.NothingCaptured : Reason.UnknownDelegate;
        }

        if (definition.Parameters.Count != 1)
        {
            return Reason.UnknownDelegate;
        }

        if (IsBaseCall(loadFunction, definition))
        {
            return Reason.BaseMethod;
        }

        if (_stack.Flow.IsInFilter(call) || _stack.Flow.IsInFilter(newDelegate))
        {
            return Reason.InFilter;
        }

        var isVirtual = loadFunction.OpCode.Code == Code.Ldvirtftn;
        var closure = isVirtual ? null : _closures.Recognise(_stack, _locals!, call, newDelegate, definition);
        if ((closure == null ? target.DeclaringType : closure.StateType) is { } state && CapturedTasks.AreHeldBy(state))
        {
            return Reason.CapturesTask;
        }

        return new ContinueWithCall(
            _caller,
            call,
            overload,
            loadFunction,
            newDelegate,
            target,
            isVirtual,
            new KnownObjects(_stack, _locals!).AreNeverNull(newDelegate, 0),
            closure);
    }

    /// <summary>The delegate is one that this rewrite keeps: an earlier weaving has changed the call.</summary>
    private bool PassesKeptDelegate(Instruction call) =>
        _stack.IsSound && _stack.IsReachable(call) &&
        _stack.ProducersOf(call, 1).Any(producer =>
            producer is { OpCode.Code: Code.Ldsfld, Operand: FieldReference field } && ForwardingDelegates.IsKept(field));

    /// <summary>The function is that of the delegate's own object.</summary>
    private bool IsOverItsObject(Instruction loadVirtualFunction, Instruction newDelegate) =>
        loadVirtualFunction.Previous is { OpCode.Code: Code.Dup } copy &&
        _stack.DirectProducersOf(loadVirtualFunction, 0) is { Count: 1 } found && found[0] == copy &&
        _stack.DirectProducersOf(newDelegate, 0) is { Count: 1 } bound && bound[0] == copy;

    /// <summary>The delegate is no new one at every call, or not this call's own.</summary>
    private static Reason WhyNotMade(IReadOnlyList<Instruction> producers) =>
        producers.Any(producer => MadeField(producer, Code.Ldsfld) != null) ? Reason.NothingCaptured
        : producers.Any(producer => MadeField(producer, Code.Ldfld)?.Name.StartsWith("<>9", StringComparison.Ordinal) == true) ? Reason.CachedInClosure
        : producers.Count > 1 ? Reason.SeveralDelegates
        : Reason.DelegateFromElsewhere;

    /// <summary>The field of a class that the compiler made; among those are the ones that keep delegates for the next time.</summary>
    private static FieldReference? MadeField(Instruction producer, Code load) =>
        producer.OpCode.Code == load && producer.Operand is FieldReference field &&
        field.DeclaringType.Resolve() is { } type && CompilerGenerated.IsOn(type) ? field : null;

    /// <summary>The delegate is of exactly the type that the overload takes, so that what it calls fits the twin's as well.</summary>
    private static bool IsDelegateOf(ContinueWithOverload overload, Instruction newDelegate) =>
        ((MethodReference)newDelegate.Operand).DeclaringType is GenericInstanceType type &&
        type.ElementType.FullName == (overload.Result == null ? "System.Action`1" : "System.Func`2") &&
        type.GenericArguments[0].FullName == overload.Antecedent.FullName &&
        type.GenericArguments.ElementAtOrDefault(1)?.FullName == overload.Result?.FullName;

    /// <summary>A virtual method without its dispatch: only a class that overrides it may call it so.</summary>
    private static bool IsBaseCall(Instruction loadFunction, MethodDefinition target) =>
        loadFunction.OpCode.Code == Code.Ldftn &&
        target is { IsVirtual: true, IsFinal: false, DeclaringType: { IsSealed: false, IsValueType: false } };
}
