using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>Recognises an awaited <c>Task.WhenAny</c> that gets a value: as one of two arguments, or in an array or a span that the compiler made for the call.</summary>
internal sealed class RaceRecogniser(StackAnalysis stack, LocalFlow locals, AwaitRecogniser awaits, TimedMethods methods)
{
    private readonly ArgumentArrayRecogniser _arrays = new(stack);

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
            (Code.Stind_Ref, 1) => stack.SingleProducerOf(taker, 0) is { } element && BufferOf(element) is { } buffer ? TakerOf(buffer) : null,
            _ => null,
        };
        return whenAny is { Operand: MethodReference called } && WhenAnyOverload.Of(called) is { Result: null } overload ? Of(whenAny, overload, taker) : null;
    }

    private Recognised<TimedRace> Of(Instruction whenAny, WhenAnyOverload overload, Instruction taker)
    {
        if (LengthOf(whenAny, overload) is < 2 or > 4)
        {
            return Reason.OtherNumberOfTasks;
        }

        if (awaits.Recognise(whenAny) is not { Result: not null } awaited || !AwaitRecogniser.IsReachedAtOnce(whenAny, awaited.Use))
        {
            return Condition.RaceNotAwaited.With().At(stack.Flow.Method, whenAny);
        }

        var array = overload.Parameters == WhenAnyParameters.Array ? _arrays.Recognise(whenAny, overload.Antecedent) : null;
        var race = new TimedRace(whenAny, overload, array, awaited);
        var isKnown = overload.Parameters switch
        {
            WhenAnyParameters.TwoTasks => !Prefix.IsBefore(whenAny),
            WhenAnyParameters.Array => !Prefix.IsBefore(whenAny) && array?.Steps.Contains(taker) == true,
            WhenAnyParameters.Span => !Prefix.IsBefore(whenAny) && LengthOf(whenAny, overload) != null,
            _ => false,
        };
        return !isKnown ? Condition.InArray.For(Reason.TaskKept).At(stack.Flow.Method, taker)
            : methods.Has(race) ? race
            : Condition.NotInRuntime.With(overload.Called);
    }

    private int? LengthOf(Instruction whenAny, WhenAnyOverload overload) => overload.Parameters switch
    {
        WhenAnyParameters.Array => _arrays.LengthOf(whenAny),
        WhenAnyParameters.Span => stack.SingleProducerOf(whenAny, 0) is { } span && stack.ArgumentCountOf(span) == 2 ? Constant.Of(stack.SingleProducerOf(span, 1)) : null,
        _ => null,
    };

    /// <summary>The only call among the uses of an array that are not stores into it.</summary>
    private static Instruction? OnlyCallIn(IEnumerable<StackUse> uses) =>
        uses.Where(use => use.Consumer.OpCode.Code != Code.Stelem_Ref || use.Argument != 0).ToList() is { Count: 1 } others && others[0].Consumer.OpCode.Code == Code.Call
            ? others[0].Consumer
            : null;

    /// <summary>The variable that holds the elements of a span, if an instruction gets the address of one of them.</summary>
    private Variable? BufferOf(Instruction element) =>
        IsOfBuffer(element, "ElementRef") && stack.SingleProducerOf(element, 0) is { } address &&
        VariableAccess.Of(address, stack.Flow.Method) is { Kind: VariableAccessKind.Address, Variable: { IsParameter: false } buffer }
            ? buffer
            : null;

    /// <summary>
    /// The <c>WhenAny</c> that gets the span over a buffer, if nothing else reads the buffer: the code only clears it, stores its elements, and makes one span, which the call takes. Each time, the elements
    /// are stored again before.
    /// </summary>
    private Instruction? TakerOf(Variable buffer)
    {
        Instruction? taker = null;
        var stores = new List<Instruction>();
        foreach (var access in locals.AccessesOf(buffer))
        {
            if (access.Kind != VariableAccessKind.Address || stack.OnlyUseOf(access.At) is not { Argument: 0 } use)
            {
                return null;
            }

            if (IsOfBuffer(use.Consumer, "ElementRef") && stack.OnlyUseOf(use.Consumer) is { Argument: 0, Consumer: { OpCode.Code: Code.Stind_Ref } store })
            {
                stores.Add(store);
            }
            else if (taker == null && IsOfBuffer(use.Consumer, "AsReadOnlySpan") && stack.OnlyUseOf(use.Consumer) is { Consumer: { OpCode.Code: Code.Call } call })
            {
                taker = call;
            }
            else if (use.Consumer.OpCode.Code != Code.Initobj)
            {
                return null;
            }
        }

        var paths = new Paths(stack.Flow);
        return taker != null && stores.All(store => !paths.Exist(taker, [taker], [store])) ? taker : null;
    }

    /// <summary>Returns whether an instruction calls one of the methods that the compiler generates for its buffers.</summary>
    private static bool IsOfBuffer(Instruction instruction, string name) =>
        instruction is { OpCode.Code: Code.Call, Operand: MethodReference { DeclaringType.Name: "<PrivateImplementationDetails>" } called } &&
        called.Name.StartsWith("InlineArray", StringComparison.Ordinal) && called.Name.EndsWith(name, StringComparison.Ordinal);
}
