using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>Calls of <c>ContinueWith</c>, with every overload, and delegates that capture nothing, this, one object, several, the antecedent or values.</summary>
internal sealed class ContinueWithCalls(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    /// <summary>One call, with what has to be declared before it.</summary>
    public IEnumerable<Piece> Statements(Scope scope)
    {
        if (Draw.OneIn(4))
        {
            // The antecedent is captured under its own name.
            var antecedent = grammar.Name("x");
            yield return Code.Of($"{Draw.Of("var", "Task<int>")} {antecedent} = {grammar.Tasks.TaskOfInt(scope)};");
            yield return Code.Of($"{Kept(scope)}{antecedent}.ContinueWith({Draw.Of("_", "t", "ignored")} => {CapturedAntecedent(scope, antecedent)}{Options(scope)});");
            yield break;
        }

        if (Draw.OneIn(5))
        {
            // What is captured is declared just for it.
            var captured = grammar.Name("c");
            var site = grammar.Site();
            yield return Code.Of($"var {captured} = l.Continuation({site});");
            yield return Code.Of($"{Kept(scope)}{grammar.Tasks.Task(scope)}.ContinueWith(t => {captured}.Log({site}, {Draw.Of("t", "t.Status", "1")}){Options(scope)});");
            if (Draw.OneIn(3) && grammar.FunctionsWrite)
            {
                yield return Code.Of($"{captured} = l.Continuation({grammar.Site()});");
            }

            yield break;
        }

        yield return Code.Of($"{Kept(scope)}{(Draw.OneIn(2) ? Task(scope) : TaskOfInt(scope))};");
    }

    /// <summary>One that gives no result.</summary>
    public Piece Task(Scope scope) => Draw.Weighted(
        (7, () => Code.Of(ExpressionType.Task, $"{Antecedent(scope)}.ContinueWith({Action(scope)}{Options(scope)})")),
        (2, () => Code.Of(ExpressionType.Task, $"{Antecedent(scope)}.ContinueWith(async t =>{grammar.Functions.Body(scope, ReturnKind.Task, null)}{Options(scope)}).Unwrap()")));

    /// <summary>One that gives an int.</summary>
    public Piece TaskOfInt(Scope scope) => Draw.Weighted(
        (6, () => Code.Of(ExpressionType.TaskOfInt, $"{Antecedent(scope)}.ContinueWith({Function(scope)}{Options(scope)})")),
        (1, () => Code.Of(
            ExpressionType.TaskOfInt, $"{Antecedent(scope)}.ContinueWith(async t =>{grammar.Functions.Body(scope, ReturnKind.TaskOfInt, null)}{Options(scope)}).Unwrap()")));

    // Some tasks are kept to be awaited, of some only the status is seen, and most are forgotten.
    private string Kept(Scope scope)
    {
        if (!Draw.OneIn(3))
        {
            return "_ = ";
        }

        var name = grammar.Name("k");
        scope.Tasks.Add(name);
        return $"Task {name} = ";
    }

    private Piece Antecedent(Scope scope) => Draw.OneIn(2)
        ? Code.Of($"{grammar.Tasks.TaskOfInt(scope)}")
        : Code.Of($"{grammar.Tasks.Task(scope)}");

    private Piece CapturedAntecedent(Scope scope, string antecedent)
    {
        var site = grammar.Site();
        return Draw.Of(
            Code.Of($"l.Continued({site}, {antecedent})"),
            Code.Of($"l.Continuation({site}).Log({site}, {antecedent}.Status)"),
            Code.Of($"{scope.World}.Continued({site}, {antecedent})"),
            Code.Of($"World.Running.Continued({site}, {antecedent})"),
            Code.Of($"{{ if ({antecedent}.IsCompletedSuccessfully) l.Continued({site}, {antecedent}); else l.Continued({grammar.Site()}, {antecedent}); }}"));
    }

    private Piece Action(Scope scope)
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
            (scope.Others.Count > 0 ? 3 : 0, () => Code.Of($"t => l.Continuation({site}).Log({site}, {scope.Others[Draw.Below(scope.Others.Count)]})")),
            (scope.Depth > 0 && grammar.Spend() ? 4 : 0, () => Code.Of($"t =>{Body(scope, site)}")));
    }

    private Piece Function(Scope scope)
    {
        var site = grammar.Site();
        return Draw.Weighted(
            (2, () => Code.Of($"t => {scope.Self}.Count({site}, t)")),
            (2, () => Code.Of($"t => l.Continuation({site}).See({site}, {Draw.Below(9)})")),
            (2, () => Code.Of($"t => l.Continuation({site}).See({site}, {grammar.Expressions.Simple(scope)} + {grammar.Expressions.Simple(scope)})")),
            (1, () => Code.Of($"{scope.Self}.Counted")),
            (1, () => Code.Of($"t => t.IsFaulted ? l.Throw({site}, \"in a continuation\") : {grammar.Expressions.Simple(scope)}")),
            (scope.Depth > 0 && grammar.Spend() ? 3 : 0, () => Code.Of($"t =>{Body(scope, site, returns: true)}")));
    }

    private Block Body(Scope scope, string site, bool returns = false)
    {
        var inner = scope.Function(isAsync: false, returns: returns ? "int" : "", hidesTasks: !grammar.Profile.Shared, hidesVariables: !grammar.FunctionsWrite);
        var block = grammar.Statements.Block(inner, atMost: 2);
        List<Piece> statements = [Code.Of($"l.Continued({site}, t);"), .. block.Children];
        if (returns)
        {
            statements.Add(Code.Of($"return {grammar.Expressions.Int(inner)};"));
        }

        return new Block(statements);
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
        grammar.Profile.Contexts && Draw.OneIn(2) ? $"{scope.World}.Scheduler({Draw.Below(2)})" : Draw.Of("TaskScheduler.Default", "TaskScheduler.Current");
}
