namespace Tests.Fuzzing.Generating;

/// <summary>The return type of an async method.</summary>
internal enum ReturnKind
{
    Task,
    TaskOfInt,
    ValueTask,
    ValueTaskOfInt,
    Void,
}

internal static class ReturnKinds
{
    public static ReturnKind Draw(Draw draw) =>
        draw.OneIn(10)
            ? ReturnKind.Void
            : draw.Of(ReturnKind.Task, ReturnKind.TaskOfInt, ReturnKind.ValueTask, ReturnKind.ValueTaskOfInt, ReturnKind.ValueTaskOfInt);

    public static string Text(this ReturnKind kind) => kind switch
    {
        ReturnKind.Task => "Task",
        ReturnKind.TaskOfInt => "Task<int>",
        ReturnKind.ValueTask => "ValueTask",
        ReturnKind.ValueTaskOfInt => "ValueTask<int>",
        _ => "void",
    };

    public static bool HasResult(this ReturnKind kind) => kind is ReturnKind.TaskOfInt or ReturnKind.ValueTaskOfInt;
}
