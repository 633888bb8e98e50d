using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Rewrites.WhenAny;

/// <summary>
/// Recognises the calls of <c>Task.WhenAny</c> in one method. Finds out where a call's tasks come from, and whether the call must return a task.
/// </summary>
internal sealed class WhenAnyRecogniser
{
    private readonly MethodDefinition _caller;
    private readonly SpecializedMethods _methods;
    private readonly StackAnalysis _stack;
    private readonly ArgumentArrayRecogniser _arrays;
    private readonly AwaitRecogniser? _awaits;

    /// <param name="caller">A method with a body.</param>
    /// <param name="methods">The methods that can replace a call.</param>
    public WhenAnyRecogniser(MethodDefinition caller, SpecializedMethods methods)
    {
        _caller = caller;
        _methods = methods;
        _stack = StackAnalysis.Of(caller);
        _arrays = new ArgumentArrayRecogniser(_stack);
        _awaits = _stack.IsSound ? new AwaitRecogniser(_stack, new LocalFlow(_stack.Flow)) : null;
    }

    /// <summary>Returns the instructions in a method that call the base library's <c>WhenAny</c>, or load its address to make a delegate.</summary>
    public static IEnumerable<Instruction> CallsIn(MethodDefinition method) => method.HasBody
        ? method.Body.Instructions.Where(instruction =>
            instruction.OpCode.Code is Code.Call or Code.Ldftn &&
            instruction.Operand is MethodReference called &&
            WhenAnyOverload.Of(called) != null)
        : [];

    public Recognised<WhenAnyCall> Recognise(Instruction call, PooledWhenAny level)
    {
        if (call.OpCode.Code == Code.Ldftn)
        {
            return Reason.DelegateOfWhenAny;
        }

        var overload = WhenAnyOverload.Of((MethodReference)call.Operand)!;
        switch (overload.Parameters)
        {
            case WhenAnyParameters.Enumerable:
                return Reason.Enumerable;
            case WhenAnyParameters.Unknown:
                return Condition.OverloadUnknown.With(overload.Called);
        }

        if (_stack.Fault is { } fault)
        {
            return Refusal.OfInvalid(_caller, fault, Reason.NotFollowed);
        }

        if (!_stack.IsReachable(call))
        {
            return Condition.Unreachable.With();
        }

        if (overload.Parameters == WhenAnyParameters.Span && IsSpread(call))
        {
            return Reason.Spread;
        }

        // If the code awaits the call's task as a plain Task, the await has no result. An await of the ValueTask would have a result. So such an await does not
        // count.
        var anyAwait = _awaits!.Recognise(call);
        var awaited = level == PooledWhenAny.All && anyAwait?.Result != null ? anyAwait : null;
        var fewest = awaited == null ? 3 : 2;
        if (CountOf(call, overload) is { } count && (count < fewest || count > 4))
        {
            return count != 2 ? Reason.OtherNumberOfTasks
                : anyAwait == null ? Condition.TaskNeeded.With()
                : anyAwait.Result == null ? Condition.WinnerDropped.With()
                : Condition.TasksOnly.With();
        }

        var array = overload.Parameters == WhenAnyParameters.Array ? _arrays.Recognise(call, overload.Antecedent) : null;
        var recognised = new WhenAnyCall(_caller, call, overload, array, awaited);
        return _methods.Has(recognised) ? recognised : Condition.NotInRuntime.With(overload.Called);
    }

    /// <summary>Returns the number of tasks that a call takes; null if the number is known only at run time.</summary>
    private int? CountOf(Instruction call, WhenAnyOverload overload) => overload.Parameters switch
    {
        WhenAnyParameters.TwoTasks => 2,
        WhenAnyParameters.Array => _arrays.LengthOf(call),
        WhenAnyParameters.Span => LengthOfBuffer(call),
        _ => null,
    };

    /// <summary>
    /// Returns the length of a span that the compiler made for the call. If the span has one element, it is over a single variable, otherwise over a buffer.
    /// Returns null for any other span.
    /// </summary>
    private int? LengthOfBuffer(Instruction call) => _stack.SingleProducerOf(call, 0) switch
    {
        { OpCode.Code: Code.Call, Operand: MethodReference { Name: "InlineArrayAsReadOnlySpan", Parameters.Count: 2 } } span =>
            Constant.Of(_stack.SingleProducerOf(span, 1)),
        { OpCode.Code: Code.Newobj, Operand: MethodReference { Parameters: { Count: 1 } parameters } } when parameters[0].ParameterType.IsByReference => 1,
        _ => null,
    };

    /// <summary>
    /// Returns whether the span is over an array. The compiler makes such a span for a collection expression with a spread element, as in <c>[.. tasks]</c>.
    /// </summary>
    private bool IsSpread(Instruction call) => _stack.ProducersOf(call, 0).Any(producer =>
        producer is { OpCode.Code: Code.Newobj, Operand: MethodReference made } && made.Parameters.Any(parameter => parameter.ParameterType.IsArray));
}
