namespace Tests.Builders.Conformance.Scenarios;

/// <summary>The steps that an async method of <see cref="Methods"/> runs.</summary>
public sealed class Script
{
    private readonly List<Step> _steps = [];

    public IReadOnlyList<Step> Steps => _steps;

    /// <summary>The method's result, if methods of this kind return one.</summary>
    public int Result { get; init; } = 42;

    public Script Do(Action action) => Add(new Step(StepKind.Do) { Action = action });

    public Script Throw(Exception exception) => Do(() => throw exception);

    public Script Await(Task task) => Add(new Step(StepKind.AwaitTask) { Task = task });

    public Script AwaitWithoutContext(Task task) => Add(new Step(StepKind.AwaitTaskWithoutContext) { Task = task });

    public Script Await(ValueTask valueTask) => Add(new Step(StepKind.AwaitValueTask) { ValueTask = valueTask });

    public Script AwaitWithoutContext(ValueTask valueTask) => Add(new Step(StepKind.AwaitValueTaskWithoutContext) { ValueTask = valueTask });

    /// <summary>Awaits an awaitable whose awaiter does not flow the ExecutionContext, so the builder must flow it.</summary>
    public Script Await(Signal signal) => Add(new Step(StepKind.AwaitCritical) { Critical = signal });

    /// <summary>Awaits an awaitable whose awaiter has only OnCompleted.</summary>
    public Script AwaitNotCritical(Signal signal) => Add(new Step(StepKind.AwaitNotCritical) { NotCritical = new NotCriticalSignal(signal) });

    public Script Yield() => Add(new Step(StepKind.Yield));

    private Script Add(Step step)
    {
        _steps.Add(step);
        return this;
    }
}

/// <summary>One step of a <see cref="Script"/>.</summary>
public sealed class Step(StepKind kind)
{
    public StepKind Kind { get; } = kind;

    public Action Action { get; init; } = null!;

    public Task Task { get; init; } = null!;

    public ValueTask ValueTask { get; init; }

    public Signal Critical { get; init; } = null!;

    public NotCriticalSignal NotCritical { get; init; } = null!;
}

public enum StepKind
{
    Do,
    AwaitTask,
    AwaitTaskWithoutContext,
    AwaitValueTask,
    AwaitValueTaskWithoutContext,
    AwaitCritical,
    AwaitNotCritical,
    Yield,
}
