using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>
/// Generates calls of <c>ContinueWith</c> without a state. The delegates capture nothing, <c>this</c>, one object, several objects, the antecedent or values.
/// </summary>
internal sealed class ContinueWithCalls(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    /// <summary>Generates the statements of one call, with the declarations that the call needs.</summary>
    public IEnumerable<Piece> Statements(Scope scope)
    {
        if (Draw.OneIn(4))
        {
            // The lambda captures the antecedent through this variable.
            var antecedent = grammar.Name("x");
            yield return Code.Of($"{Draw.Of("var", "Task<int>")} {antecedent} = {grammar.Tasks.TaskOfInt(scope)};");
            yield return Kept(
                scope,
                Code.Of($"{antecedent}.ContinueWith({Draw.Of("_", "t", "ignored")} => {CapturedAntecedent(scope, antecedent)}{Options(scope)})"));
            yield break;
        }

        if (Draw.OneIn(5))
        {
            // Only this call uses the captured variable.
            var captured = grammar.Name("c");
            var site = grammar.Site();
            yield return Code.Of($"var {captured} = l.Continuation({site});");
            yield return Kept(
                scope,
                Code.Of($"{grammar.Tasks.Task(scope)}.ContinueWith(t => {captured}.Log({site}, {Draw.Of("t", "t.Status", "1")}){Options(scope)})"));
            if (Draw.OneIn(3) && grammar.FunctionsWrite)
            {
                yield return Code.Of($"{captured} = l.Continuation({grammar.Site()});");
            }

            yield break;
        }

        yield return Kept(scope, Draw.OneIn(2) ? Task(scope) : TaskOfInt(scope));
    }

    /// <summary>Generates a call whose task has no result.</summary>
    public Piece Task(Scope scope) => Draw.Weighted(
        (7, () => Code.Of(ExpressionType.Task, $"{Antecedent(scope, out var type)}.ContinueWith({Action(scope, type)}{Options(scope)})")),
        (2, () => Code.Of(
            ExpressionType.Task, $"{Antecedent(scope, out var type)}.ContinueWith({Async(scope, type, ReturnKind.Task)}{Options(scope)}).Unwrap()")));

    /// <summary>Generates a call whose task has an int result.</summary>
    public Piece TaskOfInt(Scope scope) => Draw.Weighted(
        (6, () => Code.Of(ExpressionType.TaskOfInt, $"{Antecedent(scope, out var type)}.ContinueWith({Function(scope, type)}{Options(scope)})")),
        (1, () => Code.Of(
            ExpressionType.TaskOfInt,
            $"{Antecedent(scope, out var type)}.ContinueWith({Async(scope, type, ReturnKind.TaskOfInt)}{Options(scope)}).Unwrap()")));

    // Stores the task in a variable, so that later code can await it, or (more often) discards the task.
    private Code Kept(Scope scope, Piece call)
    {
        if (!Draw.OneIn(3))
        {
            return Code.Of($"_ = {call};");
        }

        var name = grammar.Name("k");
        scope.Tasks.Add(name);
        return Code.Of($"Task {name} = {call};");
    }

    private Piece Antecedent(Scope scope, out string type)
    {
        var task = Draw.OneIn(2) ? grammar.Tasks.TaskOfInt(scope) : grammar.Tasks.Task(scope);
        type = ((Code)task).Type == ExpressionType.TaskOfInt ? "Task<int>" : "Task";
        return Code.Of($"{task}");
    }

    private Code Async(Scope scope, string antecedent, ReturnKind kind)
    {
        var (open, close) = grammar.Functions.Typed(scope, $"Func<{antecedent}, {kind.Text()}>");
        return Code.Of($"{open}async t =>{grammar.Functions.Body(scope, kind, null)}{close}");
    }

    private Piece CapturedAntecedent(Scope scope, string antecedent)
    {
        var site = grammar.Site();
        return Draw.Of(
            Code.Of($"l.Continued({site}, {antecedent})"),
            Code.Of($"l.Continuation({site}).Log({site}, {antecedent}.Status)"),
            Code.Of($"{scope.World}.Continued({site}, {antecedent})"),
            Code.Of($"World.Running.Continued({site}, {antecedent})"),
            Code.Of(
                $"{{ if ({antecedent}.IsCompletedSuccessfully) l.Continued({site}, {antecedent}); " +
                $"else l.Continued({grammar.Site()}, {antecedent}); }}"));
    }

    private Piece Action(Scope scope, string antecedent)
    {
        var site = grammar.Site();
        return Draw.Weighted(
            (1, () => Code.Of($"{Draw.Of("", "static ")}t => World.Running.Continued({site}, t)")),
            (3, () => Code.Of($"t => {scope.World}.Continued({site}, t)")),
            (3, () => Code.Of($"t => l.Continued({site}, t)")),
            (2, () => Code.Of($"t => {{ l.Continued({site}, t); {scope.World}.Continued({grammar.Site()}, t); }}")),
            (2, () => Code.Of($"t => l.Continuation({site}).Log({site}, {grammar.Expressions.Simple(scope)})")),
            (1, () => Code.Of($"{Draw.Of("l.Noted", $"{scope.Self}.Noted", $"{scope.Self}.NotedVirtually", "Program.NotedStatically")}")),
            (1, () => Code.Of($"delegate (Task t) {{ l.Continued({site}, t); }}")),
            (scope.Others.Count > 0 ? 3 : 0, () => Code.Of($"t => l.Continuation({site}).Log({site}, {Draw.From(scope.Others)})")),
            (scope.Depth > 0 && grammar.Spend() ? 4 : 0, () => Body(scope, antecedent, site)));
    }

    private Piece Function(Scope scope, string antecedent)
    {
        var site = grammar.Site();
        return Draw.Weighted(
            (2, () => Code.Of($"t => {scope.Self}.Count({site}, t)")),
            (2, () => Code.Of($"t => l.Continuation({site}).See({site}, {Draw.Below(9)})")),
            (2, () => Code.Of($"t => l.Continuation({site}).See({site}, {grammar.Expressions.Simple(scope)} + {grammar.Expressions.Simple(scope)})")),
            (1, () => Code.Of($"{scope.Self}.Counted")),
            (1, () => Code.Of($"t => t.IsFaulted ? l.Throw({site}, \"in a continuation\") : {grammar.Expressions.Simple(scope)}")),
            (scope.Depth > 0 && grammar.Spend() ? 3 : 0, () => Body(scope, antecedent, site, returns: true)));
    }

    private Code Body(Scope scope, string antecedent, string site, bool returns = false)
    {
        var (open, close) = grammar.Functions.Typed(scope, returns ? $"Func<{antecedent}, int>" : $"Action<{antecedent}>");
        var inner = grammar.Functions.Inside(scope, isAsync: false, returns, inLambda: true);
        var block = grammar.Statements.Block(inner, atMost: 2);
        List<Piece> statements = [Code.Of($"l.Continued({site}, t);"), .. block.Children];
        if (returns)
        {
            statements.Add(Code.Of($"return {grammar.Expressions.Int(inner)};"));
        }

        return Code.Of($"{open}t =>{new Block(statements)}{close}");
    }

    private string Options(Scope scope)
    {
        var options = Draw.Of(
            "ExecuteSynchronously", "ExecuteSynchronously", "OnlyOnFaulted", "OnlyOnRanToCompletion", "NotOnCanceled", "NotOnFaulted", "None",
            "ExecuteSynchronously | TaskContinuationOptions.OnlyOnFaulted", "OnlyOnCanceled", "LazyCancellation", "DenyChildAttach", "HideScheduler",
            "RunContinuationsAsynchronously", "PreferFairness", "AttachedToParent");
        return Draw.Below(10) switch
        {
            < 4 => "",
            < 6 => $", TaskContinuationOptions.{options}",
            6 => $", {grammar.Tasks.Token(scope)}",
            7 => $", {Scheduler(scope)}",
            _ => $", {grammar.Tasks.Token(scope)}, TaskContinuationOptions.{options}, {Scheduler(scope)}",
        };
    }

    private string Scheduler(Scope scope) =>
        grammar.Profile.Contexts && Draw.OneIn(2)
            ? $"{scope.World}.Scheduler({Draw.Below(2)})"
            : Draw.Of("TaskScheduler.Default", "TaskScheduler.Current");
}
