namespace Tests.Fuzzing.Trees;

/// <summary>The types of generated expressions. An expression can replace every other expression of the same type.</summary>
internal enum ExpressionType
{
    Int,
    Bool,
    Task,
    TaskOfInt,
    ValueTask,
    ValueTaskOfInt,
}

internal static class SimplestExpression
{
    public static string Of(ExpressionType type) => type switch
    {
        ExpressionType.Int => "1",
        ExpressionType.Bool => "true",
        ExpressionType.Task => "w.Task(0)",
        ExpressionType.TaskOfInt => "w.TaskOf(0)",
        ExpressionType.ValueTask => "default(ValueTask)",
        _ => "default(ValueTask<int>)",
    };
}
