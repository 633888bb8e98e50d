using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.StateObjects;

/// <summary>Recognises the calls of known methods in one method: where the delegates come from, and whether they are the call's alone.</summary>
internal sealed class StateObjectRecogniser
{
    private readonly MethodDefinition _caller;
    private readonly StackAnalysis _stack;
    private readonly LocalFlow? _locals;
    private readonly ClosureRecogniser _closures;

    /// <param name="caller">A method with a body.</param>
    /// <param name="closures">Knows who uses which closure class.</param>
    public StateObjectRecogniser(MethodDefinition caller, ClosureRecogniser closures)
    {
        _caller = caller;
        _closures = closures;
        _stack = StackAnalysis.Of(caller);
        _locals = _stack.IsSound ? new LocalFlow(_stack.Flow) : null;
    }

    /// <summary>The calls of known methods that stand in a method, with state or without.</summary>
    public static IEnumerable<Instruction> CallsIn(MethodDefinition method) => method.HasBody
        ? method.Body.Instructions.Where(instruction =>
            instruction.OpCode.Code is Code.Call or Code.Callvirt &&
            instruction.Operand is MethodReference called &&
            StateMethod.Of(called) != null)
        : [];

    public Recognised<StateObjectCall> Recognise(Instruction call)
    {
        var called = (MethodReference)call.Operand;
        var overload = StateOverload.Of(StateMethod.Of(called)!, called);
        var nullState = overload.State is { } state ? Null(call, state) : null;
        if (overload.PassesTypedState || (overload.State != null && nullState == null))
        {
            return PassesKeptDelegate(call, overload) ? Reason.AlreadyRewritten : Reason.PassesState;
        }

        if (overload.Unwraps)
        {
            return Reason.Unwraps;
        }

        if (overload.CounterpartFor(called.Module.TypeSystem.Object) is not { } counterpart)
        {
            return Reason.NoStateOverload;
        }

        if (_locals == null || !_stack.IsReachable(call) || (Prefix.IsBefore(call) && (counterpart.Receiver != null || counterpart.Tail.Count > 0)))
        {
            return Reason.NotFollowed;
        }

        var delegates = new List<MadeDelegate>();
        var others = new List<Reason>();
        foreach (var passed in overload.Delegates)
        {
            var producers = _stack.ProducersOf(call, passed.Argument);
            var made = producers.Count == 1 && producers[0].OpCode.Code == Code.Newobj
                ? Recognise(passed, producers[0])
                : WhyNotMade(producers);
            if (made.Value == null && CachedDelegate.Of(_stack, call, passed, producers) is { } cached)
            {
                made = cached;
            }

            if (made.Value is { } value)
            {
                delegates.Add(value);
            }
            else
            {
                others.Add(made.Reason!);
            }
        }

        if (delegates.All(made => made.Cache != null) && others.All(reason => reason == Reason.NothingCaptured))
        {
            return Reason.NothingCaptured;
        }

        if (others.Count > 0)
        {
            return others.FirstOrDefault(reason => reason != Reason.NothingCaptured) ?? Reason.UnknownDelegate;
        }

        return _stack.Flow.IsInFilter(call) || delegates.Any(made => _stack.Flow.IsInFilter(made.NewDelegate))
            ? Reason.InFilter
            : Recognise(call, overload, nullState, delegates);
    }

    private Recognised<StateObjectCall> Recognise(Instruction call, StateOverload overload, Instruction? nullState, IReadOnlyList<MadeDelegate> delegates)
    {
        var (module, method) = (_caller.Module, overload.Method);
        var capacity = new StateCapacity(overload.Library, method.HasTypedState);
        MadeDelegate[] overObjects = [.. delegates.Where(made => made.Cache == null)];
        var closure = overObjects.Any(made => made.IsVirtual)
            ? null
            : _closures.Recognise(
                _stack, _locals!, call, method.HandedArgument, capacity, [.. overObjects.Select(made => (made.NewDelegate, made.Method))]);
        if (closure == null && !AreOverOne(overObjects))
        {
            return Reason.DifferentObjects;
        }

        var place = overObjects[0].Target.DeclaringType;
        TypeReference[] states = closure == null ? [place] : [.. closure.States.Select(state => TypeSubstitution.InstanceOf(place, state.Type))];
        if (method.KeepsState && (closure == null ? states : closure.States.Select(state => state.Type)).Any(CapturedTasks.AreHeldBy))
        {
            return Reason.CapturesTask;
        }

        var type = closure == null ? module.TypeSystem.Object : capacity.TypeOf(states, module);
        return overload.CounterpartFor(type) is { } counterpart
            ? new StateObjectCall(_caller, call, overload, counterpart, type, nullState, delegates, closure)
            : Reason.NoStateOverload;
    }

    private Recognised<MadeDelegate> Recognise(PassedDelegate passed, Instruction newDelegate)
    {
        if (_stack.SingleProducerOf(newDelegate, 1) is not { OpCode.Code: Code.Ldftn or Code.Ldvirtftn } loadFunction ||
            loadFunction != newDelegate.Previous ||
            ((MethodReference)newDelegate.Operand).DeclaringType.FullName != passed.Shape.Type.FullName ||
            (loadFunction.OpCode.Code == Code.Ldvirtftn && !IsOverItsObject(loadFunction, newDelegate)))
        {
            return Reason.UnknownDelegate;
        }

        if (_stack.ConsumersOf(newDelegate) is not { Count: 1 })
        {
            return Reason.DelegateKept;
        }

        var target = (MethodReference)loadFunction.Operand;
        if (target.Resolve() is not { } definition || definition.Parameters.Count != passed.Shape.Parameters.Count)
        {
            return Reason.UnknownDelegate;
        }

        if (definition.IsStatic)
        {
            return Reason.NothingCaptured;
        }

        if (IsBaseCall(loadFunction, definition))
        {
            return Reason.BaseMethod;
        }

        if (AnalysedCode.FollowsParametersOf(definition, _caller.Module) ||
            (InheritedMethod.HasGenericHeir(definition, _caller.DeclaringType) && !_stack.ProducersOf(newDelegate, 0).All(IsThis)))
        {
            return Reason.UnknownDelegate;
        }

        var isVirtual = loadFunction.OpCode.Code == Code.Ldvirtftn;
        var isNeverNull = new KnownObjects(_stack, _locals!).AreNeverNull(newDelegate, 0);
        return new MadeDelegate(passed, loadFunction, newDelegate, target, definition, isVirtual, isNeverNull, Cache: null);
    }

    /// <summary>Delegates that are over one object, which is not null; a single one may be over anything.</summary>
    private bool AreOverOne(IReadOnlyList<MadeDelegate> delegates)
    {
        if (delegates.Count == 1)
        {
            return true;
        }

        var first = _stack.SingleProducerOf(delegates[0].NewDelegate, 0);
        var paths = new Paths(_stack.Flow);
        return Load(first) is { } variable &&
            _locals!.AccessesOf(variable) is var accesses &&
            accesses.All(access => access.Kind != VariableAccessKind.Address) &&
            delegates.All(made =>
                made is { IsVirtual: false, IsNeverNull: true } &&
                _stack.SingleProducerOf(made.NewDelegate, 0) is { } load &&
                Load(load) == variable &&
                (load == first || !accesses.Any(access => access.Kind == VariableAccessKind.Store && paths.Exist(first!, [access.At], [load]))));
    }

    private bool IsThis(Instruction producer) => _caller.HasThis && Load(producer) == Variable.This;

    private Variable? Load(Instruction? producer) =>
        producer != null && VariableAccess.Of(producer, _caller) is { Kind: VariableAccessKind.Load } load ? load.Variable : null;

    /// <summary>What loads the null that an argument is; null where it is, or may be, anything else.</summary>
    private Instruction? Null(Instruction call, int argument) =>
        _stack.IsSound && _stack.IsReachable(call) &&
        _stack.DirectProducersOf(call, argument) is { Count: 1 } producers &&
        producers[0] is { OpCode.Code: Code.Ldnull } found &&
        _stack.OnlyUseOf(found) != null
            ? found
            : null;

    /// <summary>The delegate is one that this rewrite keeps: an earlier weaving has changed the call.</summary>
    private bool PassesKeptDelegate(Instruction call, StateOverload overload) =>
        _stack.IsSound && _stack.IsReachable(call) &&
        _stack.ProducersOf(call, overload.Delegates[0].Argument).Any(producer =>
            producer is { OpCode.Code: Code.Ldsfld, Operand: FieldReference field } && ForwardingDelegates.IsKept(field));

    /// <summary>The function is that of the delegate's own object.</summary>
    private bool IsOverItsObject(Instruction loadVirtualFunction, Instruction newDelegate) =>
        loadVirtualFunction.Previous is { OpCode.Code: Code.Dup } copy &&
        _stack.DirectProducersOf(loadVirtualFunction, 0) is { Count: 1 } found && found[0] == copy &&
        _stack.DirectProducersOf(newDelegate, 0) is { Count: 1 } bound && bound[0] == copy;

    /// <summary>The delegate is no new one at every call, or not this call's own.</summary>
    private static Recognised<MadeDelegate> WhyNotMade(IReadOnlyList<Instruction> producers) =>
        producers.Any(producer => MadeField(producer, Code.Ldsfld) != null) ? Reason.NothingCaptured
        : producers.Any(producer => MadeField(producer, Code.Ldfld)?.Name.StartsWith("<>9", StringComparison.Ordinal) == true) ? Reason.CachedInClosure
        : producers.Count > 1 ? Reason.SeveralDelegates
        : Reason.DelegateFromElsewhere;

    /// <summary>The field of a class that the compiler made; among those are the ones that keep delegates for the next time.</summary>
    private static FieldReference? MadeField(Instruction producer, Code load) =>
        producer.OpCode.Code == load && producer.Operand is FieldReference field &&
        field.DeclaringType.Resolve() is { } type && CompilerGenerated.IsOn(type) ? field : null;

    /// <summary>A virtual method without its dispatch: only a class that overrides it may call it so.</summary>
    private static bool IsBaseCall(Instruction loadFunction, MethodDefinition target) =>
        loadFunction.OpCode.Code == Code.Ldftn &&
        target is { IsVirtual: true, IsFinal: false, DeclaringType: { IsSealed: false, IsValueType: false } };
}
