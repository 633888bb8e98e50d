using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>
/// Recognises two kinds of calls in one method: awaited calls of <c>Task.Delay</c> and <c>WaitAsync</c>, and calls of <c>Task.Delay</c> whose task is passed
/// only to an awaited <c>WhenAny</c>.
/// </summary>
internal sealed class TimedWaitRecogniser
{
    private readonly MethodDefinition _caller;
    private readonly TimedMethods _methods;
    private readonly StackAnalysis _stack;
    private readonly AwaitRecogniser? _awaits;
    private readonly KeptDelayRecogniser? _delays;

    /// <param name="caller">The <c>MoveNext</c> of a state machine, or a method that the runtime suspends (runtime-async).</param>
    /// <param name="methods">The methods that can replace a call.</param>
    /// <param name="fields">Finds the machine's fields that hold local variables.</param>
    public TimedWaitRecogniser(MethodDefinition caller, TimedMethods methods, MachineFields fields)
    {
        _caller = caller;
        _methods = methods;
        _stack = StackAnalysis.Of(caller);
        if (_stack.IsSound)
        {
            var locals = new LocalFlow(_stack.Flow);
            _awaits = new AwaitRecogniser(_stack, locals);
            _delays = new KeptDelayRecogniser(_stack, new RaceRecogniser(_stack, locals, _awaits, methods), fields);
        }
    }

    /// <summary>Returns the instructions in a method that call <c>Delay</c> or <c>WaitAsync</c>.</summary>
    public static IEnumerable<Instruction> CallsIn(MethodDefinition method) => method.Body.Instructions.Where(instruction =>
        instruction.OpCode.Code is Code.Call or Code.Callvirt && TimedOverload.Of((MethodReference)instruction.Operand) != null);

    /// <returns>Null if the method drops or returns the task. The weaver does not report such calls, because nobody expects them to change.</returns>
    public Recognised<TimedWait>? Recognise(Instruction call)
    {
        if (_stack.Fault is { } fault)
        {
            return Refusal.OfInvalid(_caller, fault, Reason.NotFollowed);
        }

        if (!_stack.IsReachable(call))
        {
            return Condition.Unreachable.With();
        }

        if (Prefix.IsBefore(call))
        {
            return Condition.PrefixedCall.For(Reason.NotFollowed, call.Previous.OpCode.Name);
        }

        var overload = TimedOverload.Of((MethodReference)call.Operand)!;
        if (_awaits!.Recognise(call) is { } awaited)
        {
            return Awaited(call, overload, awaited);
        }

        var race = overload.IsWaitAsync ? null : _delays!.Recognise(call);
        return race?.Value != null ? Known(new TimedWait(call, overload, Await: null, race.Value))
            : (race?.Refusal ?? new WhyTaskNeeded(_stack).Of(call, keeping: null)) is { } why ? why
            : (Recognised<TimedWait>?)null;
    }

    private Recognised<TimedWait> Awaited(Instruction call, TimedOverload overload, AwaitedResult awaited)
    {
        // The compiler may keep a task on the stack, or the result of ConfigureAwait in a variable, while other code runs. If this other code throws, nobody
        // awaits the ValueTask.
        if (!AwaitRecogniser.IsAwaitedAtOnce(call, awaited))
        {
            return Condition.CodeBeforeAwait.With().At(_caller, awaited.Use);
        }

        // The code may await a task with a result as a plain Task, and then gets no result. The await of the ValueTask would give a result.
        return (awaited.Result == null) != (overload.Result == null)
            ? Condition.ResultDropped.With(overload.Called).At(_caller, awaited.Use)
            : Known(new TimedWait(call, overload, awaited, Race: null));
    }

    private Recognised<TimedWait> Known(TimedWait found) =>
        _methods.Has(found) ? found : Condition.NotInRuntime.With(found.Overload.Called);
}
