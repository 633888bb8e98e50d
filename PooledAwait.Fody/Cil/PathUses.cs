using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil;

/// <summary>How often a value can be used up on one path from its definition.</summary>
internal enum Consumption
{
    Never,
    AtMostOnce,
    PossiblyMoreThanOnce,
}

/// <summary>What can happen to a value on the paths from its definition until it is redefined.</summary>
/// <param name="Consumption">The worst path's count of consuming instructions.</param>
/// <param name="PeekAfterConsume">A peeking instruction can run after a consuming one.</param>
/// <param name="ReturnsUnconsumed">The method can return, on a path without an exception, with the value not consumed.</param>
/// <param name="ReturnsUnconsumedAfterException">It can do so on a path through an exception handler.</param>
/// <param name="OverwrittenUnconsumed">The value can be redefined before it was consumed, on a path without an exception.</param>
internal sealed record PathUses(
    Consumption Consumption,
    bool PeekAfterConsume,
    bool ReturnsUnconsumed,
    bool ReturnsUnconsumedAfterException,
    bool OverwrittenUnconsumed)
{
    /// <summary>The state of the value on the paths that lead to an instruction; several at once.</summary>
    [Flags]
    private enum States
    {
        None = 0,
        Fresh = 1,
        FreshAfterException = 2,
        Consumed = 4,
    }

    /// <summary>Follows every path from a definition. Running the definition again is a redefinition, whatever the caller calls it.</summary>
    /// <param name="flow">The body's graph, without a fault.</param>
    /// <param name="definition">The instruction after which the value is there.</param>
    /// <param name="classify">What each instruction means for the value; asked for reachable instructions only.</param>
    public static PathUses From(ControlFlow flow, Instruction definition, Func<Instruction, UseKind> classify)
    {
        var start = flow.PositionOf(definition);
        if (start < 0 || !flow.IsReachable(start))
        {
            throw new ArgumentException($"{definition} is not a reachable instruction of {flow.Method.FullName}.", nameof(definition));
        }

        return From(flow, flow.SuccessorsOf(start), position => position == start ? UseKind.Redefine : classify(flow.Instructions[position]));
    }

    /// <summary>Follows every path from the method's entry, for a value that is there from the beginning.</summary>
    /// <param name="flow">The body's graph, without a fault.</param>
    /// <param name="classify">What each instruction means for the value; asked for reachable instructions only.</param>
    /// <param name="successorsOf">Where control goes from a position, for who knows that some ways of the graph are never taken; all its ways by default.</param>
    public static PathUses FromEntry(ControlFlow flow, Func<Instruction, UseKind> classify, Func<int, IReadOnlyList<int>>? successorsOf = null) =>
        From(flow, [0], position => classify(flow.Instructions[position]), successorsOf);

    private static PathUses From(
        ControlFlow flow, IReadOnlyList<int> starts, Func<int, UseKind> classify, Func<int, IReadOnlyList<int>>? successorsOf = null)
    {
        successorsOf ??= flow.SuccessorsOf;
        var result = new PathUses(Consumption.Never, false, false, false, false);
        var arriving = new States[flow.Instructions.Count];
        var pending = new Stack<int>();
        Pass(starts, States.Fresh);
        while (pending.Count > 0)
        {
            var position = pending.Pop();
            var before = arriving[position];
            var kind = classify(position);
            result = result.With(kind, before);
            var after = kind switch
            {
                UseKind.Consume => States.Consumed,
                UseKind.Redefine => States.None,
                _ => before,
            };
            if (flow.Instructions[position].OpCode.Code is Code.Ret or Code.Jmp)
            {
                result = result.Returned(after);
            }

            Pass(successorsOf(position), after);

            // What throws may have done its work before, or not.
            var thrown = before | after;
            Pass(flow.HandlersOf(position), (thrown & States.Fresh) == 0 ? thrown : (thrown & ~States.Fresh) | States.FreshAfterException);
        }

        return result;

        void Pass(IReadOnlyList<int> positions, States states)
        {
            foreach (var position in positions)
            {
                if ((arriving[position] | states) != arriving[position])
                {
                    arriving[position] |= states;
                    pending.Push(position);
                }
            }
        }
    }

    private PathUses With(UseKind kind, States before) => kind switch
    {
        UseKind.Consume when (before & States.Consumed) != 0 => this with { Consumption = Consumption.PossiblyMoreThanOnce },
        UseKind.Consume when Consumption == Consumption.Never => this with { Consumption = Consumption.AtMostOnce },
        UseKind.Peek when (before & States.Consumed) != 0 => this with { PeekAfterConsume = true },
        UseKind.Redefine when (before & States.Fresh) != 0 => this with { OverwrittenUnconsumed = true },
        _ => this,
    };

    private PathUses Returned(States after) => this with
    {
        ReturnsUnconsumed = ReturnsUnconsumed || (after & States.Fresh) != 0,
        ReturnsUnconsumedAfterException = ReturnsUnconsumedAfterException || (after & States.FreshAfterException) != 0,
    };
}
