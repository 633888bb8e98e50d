using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Recognises methods that do nothing with a delegate except call it and compare it with null.</summary>
internal sealed class InvokingMethodRecogniser
{
    private readonly MethodDefinition _method;
    private readonly StackAnalysis _stack;
    private readonly VariableAccess[] _accesses;

    private InvokingMethodRecogniser(MethodDefinition method, StackAnalysis stack)
    {
        _method = method;
        _stack = stack;
        _accesses = [.. method.Body.Instructions.Select(instruction => VariableAccess.Of(instruction, method)).OfType<VariableAccess>()];
    }

    /// <param name="method">A method that takes delegates.</param>
    /// <param name="scope">Decides which code may be changed.</param>
    public static Recognised<InvokingMethod> Recognise(MethodDefinition method, Scope scope)
    {
        if (scope.For(method).OutOfScope is { } outOfScope)
        {
            return outOfScope;
        }

        if (scope.WhyNoSecondMethod(method) is { } actedOn)
        {
            return actedOn with { Reason = Reason.NotOnlyCalled };
        }

        if (method.IsSynchronized)
        {
            return Condition.Locked.With(method);
        }

        if (CallEffects.WhyNot(method) is { } effect)
        {
            return effect with { Reason = Reason.NotOnlyCalled };
        }

        if (KickOff.Is(method) || KickOff.IsIterator(method) || RuntimeAsync.Is(method))
        {
            return Condition.KeptBetweenParts.With(method);
        }

        if (SecondBody.WhyNot(method) is { } refusal)
        {
            return refusal with { Reason = Reason.NotOnlyCalled };
        }

        if (method.Body.Instructions.FirstOrDefault(call => TrimmerWarnings.CallsOwn(method, call)) is { } held)
        {
            return Condition.HoldsFunction.For(Reason.NotOnlyCalled, method).At(method, held);
        }

        if (method.Body.Instructions.FirstOrDefault(SecondBody.CallsBase) is { } ofBase)
        {
            return Condition.BaseCall.For(Reason.NotOnlyCalled, method, ofBase.Operand).At(method, ofBase);
        }

        // The second method of a struct's method would be static and take the struct by reference. A caller that the runtime suspends (runtime-async) cannot
        // await a call that takes an argument by reference.
        if (method is { HasThis: true, DeclaringType.IsValueType: true } && TaskType.Is(method.ReturnType))
        {
            return Condition.TakesReference.For(Reason.NotOnlyCalled, method);
        }

        if (TrimmerDemands.OfItsPlace(method) is { } demand)
        {
            return demand with { Reason = Reason.NotOnlyCalled };
        }

        if (TrimmerDemands.WarnOfTwinAlone(method))
        {
            return TrimmerDemands.Demand(method, Reason.NotOnlyCalled);
        }

        var stack = StackAnalysis.Of(method);
        return stack.Fault is { } fault ? Refusal.OfInvalid(method, fault, Reason.NotOnlyCalled) : new InvokingMethodRecogniser(method, stack).Recognise();
    }

    private Recognised<InvokingMethod> Recognise()
    {
        Refusal? first = null;
        var found = new List<InvokedDelegate>();
        foreach (var parameter in _method.Parameters.Where(parameter => DelegateShape.Of(parameter.ParameterType) != null))
        {
            var variable = new Variable(IsParameter: true, parameter.Index + (_method.HasThis ? 1 : 0));
            VariableAccess[] accesses = [.. _accesses.Where(access => access.Variable == variable)];
            if (accesses.FirstOrDefault(access => !IsOnlyCalled(access, parameter)) is { } other)
            {
                first ??= Condition.DelegateUsed.With(_method, parameter.Name).At(_method, other.At);
            }
            else
            {
                found.Add(new InvokedDelegate(parameter, [.. accesses.SelectMany(access => _stack.ConsumersOf(access.At)).Select(use => use.Consumer).Where(IsInvoke).Distinct()]));
            }
        }

        return found.Count > 0 ? new InvokingMethod(_method, found) : first!;
    }

    private bool IsOnlyCalled(VariableAccess access, ParameterDefinition parameter) =>
        access.Kind == VariableAccessKind.Load && _stack.IsReachable(access.At) && _stack.ConsumersOf(access.At).All(use => IsCall(use, access.Variable, parameter) || LooksForNull(use));

    private bool IsCall(StackUse use, Variable variable, ParameterDefinition parameter) =>
        use.Argument == 0 && IsInvoke(use.Consumer) && !Prefix.IsBefore(use.Consumer) &&
        ((MethodReference)use.Consumer.Operand).DeclaringType.FullName == parameter.ParameterType.FullName &&
        _stack.ProducersOf(use.Consumer, 0).All(producer => VariableAccess.Of(producer, _method) is { Kind: VariableAccessKind.Load } load && load.Variable == variable);

    private bool LooksForNull(StackUse use) => use.Consumer.OpCode.Code switch
    {
        Code.Brtrue or Code.Brtrue_S or Code.Brfalse or Code.Brfalse_S or Code.Pop => true,
        Code.Ceq or Code.Cgt_Un or Code.Beq or Code.Beq_S or Code.Bne_Un or Code.Bne_Un_S => _stack.ProducersOf(use.Consumer, 1 - use.Argument).All(producer => producer.OpCode.Code == Code.Ldnull),
        Code.Call => use.Consumer.Operand is MethodReference { Name: "ThrowIfNull", DeclaringType: { FullName: "System.ArgumentNullException" } type } && use.Argument == 0 && BaseLibrary.Has(type),
        _ => false,
    };

    private static bool IsInvoke(Instruction consumer) =>
        consumer is { OpCode.Code: Code.Callvirt, Operand: MethodReference { Name: "Invoke", HasThis: true } called } && DelegateShape.Of(called.DeclaringType) != null;
}
