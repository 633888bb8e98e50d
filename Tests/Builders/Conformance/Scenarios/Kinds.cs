namespace Tests.Builders.Conformance.Scenarios;

/// <summary>The kinds of async methods, by what they return.</summary>
[Flags]
public enum Kinds
{
    ValueTask = 1,
    ValueTaskOfInt = 2,
    Task = 4,
    TaskOfInt = 8,
    Void = 16,
    ValueTasks = ValueTask | ValueTaskOfInt,
    Tasks = Task | TaskOfInt,
    Awaitable = ValueTasks | Tasks,
    All = Awaitable | Void,
}
