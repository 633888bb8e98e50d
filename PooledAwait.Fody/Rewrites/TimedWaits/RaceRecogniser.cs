using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>
/// Recognises an awaited <c>Task.WhenAny</c> that gets a given value. The value is one of two arguments, or an element of an array or a span that the compiler
/// made for the call.
/// </summary>
internal sealed class RaceRecogniser(StackAnalysis stack, LocalFlow locals, AwaitRecogniser awaits, TimedMethods methods)
{
    private readonly ArgumentArrayRecogniser _arrays = new(stack);
    private readonly ArgumentSpanRecogniser _spans = new(stack, locals);

    /// <param name="value">The instruction that puts the value on the stack.</param>
    /// <returns>Null if no <c>WhenAny</c> gets the value.</returns>
    public Recognised<TimedRace>? Recognise(Instruction value)
    {
        if (stack.OnlyUseOf(value) is not var (taker, argument))
        {
            return null;
        }

        var whenAny = (taker.OpCode.Code, argument) switch
        {
            (Code.Call, _) => taker,
            (Code.Stelem_Ref, 2) => stack.SingleProducerOf(taker, 0) is { } made ? OnlyCallIn(stack.ConsumersOf(made)) : null,
            (Code.Stind_Ref, 1) => _spans.CallOf(taker),
            _ => null,
        };
        return whenAny is { Operand: MethodReference called } && WhenAnyOverload.Of(called) is { Result: null } overload ? Of(whenAny, overload, taker) : null;
    }

    private Recognised<TimedRace> Of(Instruction whenAny, WhenAnyOverload overload, Instruction taker)
    {
        if (CountOf(whenAny, overload) is < 2 or > 4)
        {
            return Reason.OtherNumberOfTasks;
        }

        if (awaits.Recognise(whenAny) is not { Result: not null } awaited || !AwaitRecogniser.IsAwaitedAtOnce(whenAny, awaited))
        {
            return Condition.RaceNotAwaited.With().At(stack.Flow.Method, whenAny);
        }

        var gathered = StepsOf(whenAny, overload);
        var race = new TimedRace(whenAny, overload, gathered, awaited);
        var isKnown = !Prefix.IsBefore(whenAny) && (overload.Parameters == WhenAnyParameters.TwoTasks || gathered?.Steps.Contains(taker) == true);
        return !isKnown ? Condition.InArray.For(Reason.TaskKept).At(stack.Flow.Method, taker)
            : methods.Has(race) ? race
            : Condition.NotInRuntime.With(overload.Called);
    }

    /// <summary>Returns the number of tasks that a call takes; null if the number is known only at run time.</summary>
    private int? CountOf(Instruction call, WhenAnyOverload overload) => overload.Parameters switch
    {
        WhenAnyParameters.TwoTasks => 2,
        WhenAnyParameters.Array => _arrays.LengthOf(call),
        WhenAnyParameters.Span => _spans.LengthOf(call),
        _ => null,
    };

    /// <summary>Returns the array or the buffer that gathers a call's tasks, if the weaver can remove the array or buffer; otherwise null.</summary>
    private ArgumentArray? StepsOf(Instruction call, WhenAnyOverload overload) => overload.Parameters switch
    {
        WhenAnyParameters.Array => _arrays.Recognise(call, overload.Antecedent),
        WhenAnyParameters.Span => _spans.Recognise(call),
        _ => null,
    };

    /// <summary>Returns the call that takes an array, if all other uses of the array are stores of elements; otherwise null.</summary>
    private static Instruction? OnlyCallIn(IEnumerable<StackUse> uses) =>
        uses.Where(use => use.Consumer.OpCode.Code != Code.Stelem_Ref || use.Argument != 0).ToList() is { Count: 1 } others && others[0].Consumer.OpCode.Code == Code.Call
            ? others[0].Consumer
            : null;
}
