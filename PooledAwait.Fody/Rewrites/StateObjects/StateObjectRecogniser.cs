using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Recognises the calls in one method that can pass a state. Finds out where a call's delegates come from, and checks that no other code uses the delegates.
/// </summary>
internal sealed class StateObjectRecogniser
{
    private readonly MethodDefinition _caller;
    private readonly StackAnalysis _stack;
    private readonly LocalFlow? _locals;
    private readonly ClosureRecogniser _closures;
    private readonly OwnMethods _own;
    private readonly CapturedTasks _tasks;

    /// <param name="caller">A method with a body.</param>
    /// <param name="closures">Recognises closure objects that are not needed.</param>
    /// <param name="own">Recognises the module's own methods that only call their delegates.</param>
    /// <param name="tasks">Decides which states would hold tasks.</param>
    public StateObjectRecogniser(MethodDefinition caller, ClosureRecogniser closures, OwnMethods own, CapturedTasks tasks)
    {
        _caller = caller;
        _closures = closures;
        _own = own;
        _tasks = tasks;
        _stack = StackAnalysis.Of(caller);
        _locals = _stack.IsSound ? new LocalFlow(_stack.Flow) : null;
    }

    /// <summary>Returns whether a call reaches one of the module's own methods, and passes a newly made delegate that has a target object.</summary>
    public bool IsOfOwnMethod(Instruction call) => _own.Takes(call, _stack);

    public Recognised<StateObjectCall> Recognise(Instruction call)
    {
        var called = (MethodReference)call.Operand;
        if (StateMethod.Of(called) is { } known)
        {
            return Recognise(call, StateOverload.Of(known, called));
        }

        var own = _own.Recognise(call);
        return own.Value is { } method ? Recognise(call, StateOverload.Of(StateMethod.Of(method), called)) : own.Refusal!;
    }

    private Recognised<StateObjectCall> Recognise(Instruction call, StateOverload overload)
    {
        var called = (MethodReference)call.Operand;
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

        if (_stack.Fault is { } fault)
        {
            return Refusal.OfInvalid(_caller, fault, Reason.NotFollowed);
        }

        if (!_stack.IsReachable(call))
        {
            return Condition.Unreachable.With();
        }

        if (Prefix.IsBefore(call) && (counterpart.Receiver != null || counterpart.Tail.Count > 0))
        {
            return Condition.PrefixedCall.For(Reason.NotFollowed, call.Previous.OpCode.Name);
        }

        var delegates = new List<MadeDelegate>();
        var others = new List<Refusal>();
        foreach (var passed in overload.Delegates)
        {
            var producers = _stack.ProducersOf(call, passed.Argument);
            var made = producers.Count == 1 && producers[0].OpCode.Code == Code.Newobj
                ? Recognise(passed, producers[0])
                : DelegateOrigin.WhyNotMade(producers, _caller);
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
                others.Add(made.Refusal!);
            }
        }

        if (delegates.All(made => made.Cache != null) && others.All(other => other.Reason == Reason.NothingCaptured))
        {
            return Reason.NothingCaptured;
        }

        if (others.Count > 0)
        {
            return others.FirstOrDefault(other => other.Reason != Reason.NothingCaptured) ?? Condition.OtherCapturesNothing.With();
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
        if (closure == null && WhyNotOverOne(overObjects) is { } different)
        {
            return different;
        }

        if (closure == null && overObjects.Any(made => _stack.ProducersOf(made.NewDelegate, 0).Any(IsThis) && UnderConstruction.MayBe(_stack, made.NewDelegate)))
        {
            return Reason.UnderConstruction;
        }

        var place = overObjects[0].Target.DeclaringType;
        TypeReference[] states = closure == null ? [place] : [.. closure.States.Select(state => TypeSubstitution.InstanceOf(place, state.Type))];
        if (method.KeepsState && (closure == null ? states : closure.States.Select(state => state.Type)).Any(_tasks.AreHeldBy))
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
            (loadFunction.OpCode.Code == Code.Ldvirtftn && !IsOverItsObject(loadFunction, newDelegate)))
        {
            return Condition.FunctionElsewhere.With().At(_caller, newDelegate);
        }

        if (((MethodReference)newDelegate.Operand).DeclaringType is var type && type.FullName != passed.Shape.Type.FullName)
        {
            return Condition.OtherDelegateType.With(type, passed.Shape.Type).At(_caller, newDelegate);
        }

        if (_stack.ConsumersOf(newDelegate) is not { Count: 1 })
        {
            return Reason.DelegateKept;
        }

        var target = (MethodReference)loadFunction.Operand;
        if (target.Definition() is not { } definition)
        {
            return Condition.MethodUnknown.With(target).At(_caller, loadFunction);
        }

        if (definition.Parameters.Count != passed.Shape.Parameters.Count)
        {
            return Condition.OtherParameters.With(definition, definition.Parameters.Count, passed.Shape.Parameters.Count).At(_caller, loadFunction);
        }

        if (definition.IsStatic)
        {
            return Reason.NothingCaptured;
        }

        if (IsBaseCall(loadFunction, definition))
        {
            return Reason.BaseMethod;
        }

        if (AnalysedCode.FollowsParametersOf(definition, _caller.Module))
        {
            return Condition.ParametersFollowed.With(target).At(_caller, loadFunction);
        }

        if (InheritedMethod.HasGenericHeir(definition, _caller.DeclaringType) && !_stack.ProducersOf(newDelegate, 0).All(IsThis))
        {
            return Condition.InheritedInGeneric.With(target).At(_caller, loadFunction);
        }

        var isVirtual = loadFunction.OpCode.Code == Code.Ldvirtftn;
        var isNeverNull = new Nullness(_stack, _locals!).IsNeverNull(newDelegate, 0);
        return new MadeDelegate(passed, loadFunction, newDelegate, target, definition, isVirtual, isNeverNull, Cache: null);
    }

    /// <summary>
    /// Returns why several delegates cannot share one state: their objects may differ or be null, or the object decides which method runs. Returns null for
    /// delegates that can share a state, and for a single delegate.
    /// </summary>
    private Refusal? WhyNotOverOne(IReadOnlyList<MadeDelegate> delegates)
    {
        if (delegates.Count == 1)
        {
            return null;
        }

        var first = _stack.SingleProducerOf(delegates[0].NewDelegate, 0);
        if (Load(first) is not { } variable || delegates.Any(made => Load(_stack.SingleProducerOf(made.NewDelegate, 0)) != variable))
        {
            return Condition.OtherObject.With();
        }

        if (delegates.FirstOrDefault(made => made.IsVirtual) is { } calling)
        {
            return Condition.VirtualMethod.With(calling.Target).At(_caller, calling.LoadFunction);
        }

        if (delegates.FirstOrDefault(made => !made.IsNeverNull) is { } over)
        {
            return Condition.ObjectMayBeNull.With(over.Target).At(_caller, over.LoadFunction);
        }

        var paths = new Paths(_stack.Flow);
        var accesses = _locals!.AccessesOf(variable);
        return accesses.Any(access => access.Kind == VariableAccessKind.Address) || delegates.Any(made =>
                _stack.SingleProducerOf(made.NewDelegate, 0) is { } load && load != first &&
                accesses.Any(access => access.Kind == VariableAccessKind.Store && paths.Exist(first!, [access.At], [load])))
            ? Condition.VariableChanged.With(ProgramName.Of(variable, _caller))
            : null;
    }

    private bool IsThis(Instruction producer) => _caller.HasThis && Load(producer) == Variable.This;

    private Variable? Load(Instruction? producer) =>
        producer != null && VariableAccess.Of(producer, _caller) is { Kind: VariableAccessKind.Load } load ? load.Variable : null;

    /// <summary>Returns the <c>ldnull</c> instruction that loads an argument of a call; null if the argument may have another value.</summary>
    private Instruction? Null(Instruction call, int argument) =>
        _stack.IsSound && _stack.IsReachable(call) &&
        _stack.DirectProducersOf(call, argument) is { Count: 1 } producers &&
        producers[0] is { OpCode.Code: Code.Ldnull } found &&
        _stack.OnlyUseOf(found) != null
            ? found
            : null;

    /// <summary>
    /// Returns whether an earlier weave already changed the call. The call's delegate then comes from a field in which this rewrite keeps delegates.
    /// </summary>
    private bool PassesKeptDelegate(Instruction call, StateOverload overload) =>
        _stack.IsSound && _stack.IsReachable(call) &&
        _stack.ProducersOf(call, overload.Delegates[0].Argument).Any(producer =>
            producer is { OpCode.Code: Code.Ldsfld, Operand: FieldReference field } && StateDelegates.IsKept(field));

    /// <summary>Returns whether the ldvirtftn looks up the virtual method on the same object that the delegate gets.</summary>
    private bool IsOverItsObject(Instruction loadVirtualFunction, Instruction newDelegate) =>
        loadVirtualFunction.Previous is { OpCode.Code: Code.Dup } copy &&
        _stack.DirectProducersOf(loadVirtualFunction, 0) is { Count: 1 } found && found[0] == copy &&
        _stack.DirectProducersOf(newDelegate, 0) is { Count: 1 } bound && bound[0] == copy;

    /// <summary>
    /// Returns whether the delegate calls a virtual method and ignores overrides. Only code of the object's own class may call a method in this way.
    /// </summary>
    private static bool IsBaseCall(Instruction loadFunction, MethodDefinition target) =>
        loadFunction.OpCode.Code == Code.Ldftn &&
        target is { IsVirtual: true, IsFinal: false, DeclaringType: { IsSealed: false, IsValueType: false } };
}
