using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>Generates expressions for tasks and ValueTasks, with or without a result.</summary>
internal sealed class TaskExpressions(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    public Piece Task(Scope scope)
    {
        var nests = grammar.Spend();
        return Draw.Weighted(
            (4, () => Promise(scope, ExpressionType.Task, "Task")),
            (scope.Tasks.Count > 0 ? 4 : 0, () => Variable(ExpressionType.Task, scope.Tasks)),
            (2, () => TaskOfInt(scope)),
            (nests ? 4 : 0, () => Call(scope, ReturnKind.Task) ?? Promise(scope, ExpressionType.Task, "Task")),
            (1, () => Code.Of(ExpressionType.Task, $"Task.CompletedTask")),
            (1, () => Draw.Of(
                Code.Of(ExpressionType.Task, $"{scope.World}.FailedTask()"),
                Code.Of(ExpressionType.Task, $"{scope.World}.CancelledTask()"))),
            (nests ? 3 : 0, () => grammar.ContinueWith.Task(scope)),
            (grammar.Profile.Contexts ? 1 : 0, () => grammar.StateObjects.Task(scope)),
            (nests ? 1 : 0, () => Code.Of(ExpressionType.Task, $"Task.WhenAll({Task(scope)}, {Task(scope)})")),
            (nests && grammar.Profile.Races ? 1 : 0, () => grammar.WhenAny.Task(scope)),
            (nests ? 1 : 0, () => Code.Of(ExpressionType.Task, $"{ValueTask(scope)}.AsTask()")),
            (nests && grammar.Profile.Shared ? 1 : 0, () => Code.Of(ExpressionType.Task, $"{Task(scope)}.WaitAsync({Token(scope)})")),
            (nests ? 1 : 0, () => grammar.Functions.TaskRun(scope)));
    }

    public Piece TaskOfInt(Scope scope)
    {
        var nests = grammar.Spend();
        return Draw.Weighted(
            (4, () => Promise(scope, ExpressionType.TaskOfInt, "TaskOf")),
            (scope.TasksOfInt.Count > 0 ? 4 : 0, () => Variable(ExpressionType.TaskOfInt, scope.TasksOfInt)),
            (nests ? 5 : 0, () => Call(scope, ReturnKind.TaskOfInt) ?? Promise(scope, ExpressionType.TaskOfInt, "TaskOf")),
            (1, () => Code.Of(ExpressionType.TaskOfInt, $"Task.FromResult({grammar.Expressions.Int(scope)})")),
            (nests ? 3 : 0, () => grammar.ContinueWith.TaskOfInt(scope)),
            (grammar.Profile.Contexts ? 1 : 0, () => grammar.StateObjects.TaskOfInt(scope)),
            (nests ? 1 : 0, () => Code.Of(
                ExpressionType.TaskOfInt, $"({grammar.Expressions.Bool(scope)} ? {TaskOfInt(scope)} : {TaskOfInt(scope)})")),
            (nests ? 1 : 0, () => Code.Of(ExpressionType.TaskOfInt, $"{ValueTaskOfInt(scope)}.AsTask()")));
    }

    public Piece ValueTask(Scope scope) => Draw.Weighted(
        (2, () => Code.Of(ExpressionType.ValueTask, $"{scope.World}.Value({Draw.Below(Grammar.Promises)})")),
        (4, () => Call(scope, ReturnKind.ValueTask) ?? Code.Of(ExpressionType.ValueTask, $"{scope.World}.Value({Draw.Below(Grammar.Promises)})")));

    public Piece ValueTaskOfInt(Scope scope) => Draw.Weighted(
        (2, () => Code.Of(ExpressionType.ValueTaskOfInt, $"{scope.World}.ValueOf({Draw.Below(Grammar.Promises)})")),
        (6, () => Call(scope, ReturnKind.ValueTaskOfInt) ?? Code.Of(
            ExpressionType.ValueTaskOfInt, $"{scope.World}.ValueOf({Draw.Below(Grammar.Promises)})")));

    /// <summary>Generates a call of a method with the given return type. Returns null if the scope has no method of this type.</summary>
    public Code? Call(Scope scope, ReturnKind kind)
    {
        var callables = scope.Callables.Where(callable => callable.Returns == kind).ToList();
        return callables.Count == 0 ? null : Call(scope, Draw.From(callables));
    }

    private Code Call(Scope scope, Callable callable)
    {
        var type = callable.Returns switch
        {
            ReturnKind.Task => ExpressionType.Task,
            ReturnKind.TaskOfInt => ExpressionType.TaskOfInt,
            ReturnKind.ValueTask => ExpressionType.ValueTask,
            ReturnKind.ValueTaskOfInt => ExpressionType.ValueTaskOfInt,
            _ => (ExpressionType?)null,
        };
        var function = callable.Function.Replace("{0}", scope.Self);
        var extra = callable.Extra.Replace("{0}", scope.Self);
        return new Code(Code.Of($"{function}(l.Call({grammar.Site()}), {grammar.Expressions.Int(scope)}{extra})").Children, type);
    }

    public Piece Promise(Scope scope, ExpressionType type, string form) => grammar.Profile.Shared || !grammar.Profile.Races
        ? Code.Of(type, $"{scope.World}.{form}({Draw.Below(Grammar.Promises)})")
        : Code.Of(type, $"{scope.World}.New{form}({Draw.Below(Grammar.Promises)})");

    public string Token(Scope scope) =>
        Draw.OneIn(5) ? $"{scope.World}.Cancelled" : $"{scope.World}.Token({Draw.Below(Grammar.Tokens)})";

    /// <summary>Reads a task variable. If tasks may not be shared, each variable is read only once.</summary>
    private Code Variable(ExpressionType type, List<string> names)
    {
        var index = Draw.Below(names.Count);
        var name = names[index];
        if (!grammar.Profile.Shared)
        {
            names.RemoveAt(index);
        }

        return Code.Of(type, $"{name}");
    }
}
