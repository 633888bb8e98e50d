namespace PooledAwait.Fody.IL;

/// <summary>
/// Finds the instructions that made each value on a method's evaluation stack, and the instructions that take the value. Follows values across joins of paths
/// and, unless a member says otherwise, across <c>dup</c>. The analysis is a snapshot, and does not change when the body is edited. Unreachable code has no
/// stack and no values.
/// </summary>
internal sealed class StackAnalysis
{
    private static readonly Instruction[] s_none = [];

    private readonly StackWalk _walk;
    private readonly Dictionary<Instruction, int> _exceptionEntries;

    private StackAnalysis(ControlFlow flow)
    {
        Flow = flow;
        _walk = new StackWalk(flow);
        _exceptionEntries = _walk.ExceptionObjects.ToDictionary(thrown => thrown.Value.Producer!, thrown => thrown.Key);
    }

    public ControlFlow Flow { get; }

    /// <summary>False if the body is not valid IL. Then callers may use only <see cref="Fault"/> and <see cref="Flow"/>.</summary>
    public bool IsSound => Fault is null;

    public BodyFault? Fault => _walk.Fault;

    public static StackAnalysis Of(MethodDefinition method) => new(ControlFlow.Of(method));

    public bool IsReachable(Instruction instruction) => Reachable(instruction) is not null;

    /// <summary>Returns the number of values that an instruction takes as its arguments; null if the instruction is unreachable.</summary>
    public int? ArgumentCountOf(Instruction instruction) => Reachable(instruction) is { } position ? _walk.Pops[position] : null;

    /// <summary>
    /// Returns the instructions that may have made an argument, in the order of the body. There may be several instructions if paths join. In unreachable code,
    /// there is none. For an exception object, the result is an artificial instruction, which represents the runtime and is not in the body.
    /// </summary>
    public IReadOnlyList<Instruction> ProducersOf(Instruction consumer, int argument) =>
        Reachable(consumer) is { } position ? Ordered(Argument(position, argument).Producers(throughDup: true)) : s_none;

    /// <summary>Returns the only instruction that may have made an argument; null if there are several such instructions or none.</summary>
    public Instruction? SingleProducerOf(Instruction consumer, int argument) =>
        ProducersOf(consumer, argument) is { Count: 1 } single ? single[0] : null;

    /// <summary>Like <see cref="ProducersOf"/>, but the producer of a copy is the <c>dup</c> that made the copy.</summary>
    public IReadOnlyList<Instruction> DirectProducersOf(Instruction consumer, int argument) =>
        Reachable(consumer) is { } position ? Ordered(Argument(position, argument).Producers(throughDup: false)) : s_none;

    /// <summary>
    /// Returns the uses of the value that an instruction puts on the stack, and the uses of the value's copies, in the order of the body. A leave that discards
    /// the value with the rest of the stack does not count as a use. For a <c>dup</c>, the result has the uses of both copies.
    /// </summary>
    public IReadOnlyList<StackUse> ConsumersOf(Instruction producer) => Uses(producer, throughDup: true);

    /// <summary>Like <see cref="ConsumersOf"/>, but a <c>dup</c> counts as a use, and the uses of its copies do not.</summary>
    public IReadOnlyList<StackUse> DirectConsumersOf(Instruction producer) => Uses(producer, throughDup: false);

    /// <summary>
    /// Returns the only use of the value that an instruction puts on the stack. Returns null if there are several uses or none, or if the use may take a value
    /// of another instruction. A <c>dup</c> counts as a use.
    /// </summary>
    public StackUse? OnlyUseOf(Instruction producer) =>
        DirectConsumersOf(producer) is { Count: 1 } uses && DirectProducersOf(uses[0].Consumer, uses[0].Argument).Count == 1 ? uses[0] : null;

    private IReadOnlyList<StackUse> Uses(Instruction producer, bool throughDup)
    {
        var value = _exceptionEntries.TryGetValue(producer, out var entry)
            ? _walk.ExceptionObjects[entry]
            : Reachable(producer) is { } position ? _walk.Pushed[position] : null;
        return value?.Uses(throughDup) switch
        {
            null => [],
            StackUse[] { Length: < 2 } uses => uses,
            var uses => [.. uses.OrderBy(use => Flow.PositionOf(use.Consumer)).ThenBy(use => use.Argument)],
        };
    }

    private StackValue Argument(int consumer, int argument) =>
        argument >= 0 && argument < _walk.Pops[consumer]
            ? StackSlot.Drop(_walk.Before[consumer], _walk.Pops[consumer] - 1 - argument)!.Value
            : throw new ArgumentOutOfRangeException(
                nameof(argument), argument, $"{Flow.Instructions[consumer]} takes {_walk.Pops[consumer]} arguments.");

    private IReadOnlyList<Instruction> Ordered(IReadOnlyCollection<Instruction> producers) => producers.Count == 1
        ? [.. producers]
        : [.. producers.OrderBy(producer => _exceptionEntries.TryGetValue(producer, out var entry) ? entry : Flow.PositionOf(producer))];

    private int? Reachable(Instruction instruction)
    {
        if (!IsSound)
        {
            throw new InvalidOperationException($"{Flow.Method.FullName} is not analysable: {Fault!.Why}");
        }

        var position = Position(instruction);
        return Flow.IsReachable(position) ? position : null;
    }

    private int Position(Instruction instruction) => Flow.PositionOf(instruction) is >= 0 and var position
        ? position
        : throw new ArgumentException($"{instruction} is not an instruction of {Flow.Method.FullName} as it was analysed.", nameof(instruction));
}
