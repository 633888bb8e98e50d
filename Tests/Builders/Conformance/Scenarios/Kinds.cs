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

    /// <summary>A Task method whose caller awaits the call directly. The scenario observes the caller.</summary>
    AwaitedTask = 32,
    AwaitedTaskOfInt = 64,

    ValueTasks = ValueTask | ValueTaskOfInt,
    Tasks = Task | TaskOfInt,
    AwaitedTasks = AwaitedTask | AwaitedTaskOfInt,
    OfInt = ValueTaskOfInt | TaskOfInt | AwaitedTaskOfInt,

    /// <summary>Each return type once, without the kinds that are awaited directly.</summary>
    Returned = ValueTasks | Tasks | Void,
    Awaitable = ValueTasks | Tasks | AwaitedTasks,
    All = Awaitable | Void,
}
