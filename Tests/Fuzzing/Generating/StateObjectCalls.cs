using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>
/// Generates calls that pass delegates to which the weaver can give a state object. The delegates capture nothing, <c>this</c>, one
/// object, values, several variables, or the call's key. (For ContinueWith see <see cref="ContinueWithCalls"/>.)
/// </summary>
internal sealed class StateObjectCalls(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    public IEnumerable<Piece> Statements(Scope scope)
    {
        if (Draw.OneIn(3))
        {
            var site = grammar.Site();
            yield return Code.Of($"{grammar.Tasks.Token(scope)}.Register({Callback(scope, site)});");
            yield break;
        }

        // The lambda captures the key through this variable. Later code may change the variable.
        var key = grammar.Name("key");
        var at = grammar.Site();
        yield return Code.Of($"var {key} = {grammar.Expressions.Simple(scope)};");
        yield return Code.Of(
            $"{Numbers(scope)}.GetOrAdd({key}, {Draw.Of("_", "k")} => l.See({at}, {key}{Draw.Of("", $" + {grammar.Expressions.Simple(scope)}")}));");
        if (Draw.OneIn(3) && grammar.FunctionsWrite)
        {
            yield return Code.Of($"{key} += {grammar.Expressions.Simple(scope)};");
        }

        scope.Ints.Add(key);
    }

    public Piece Int(Scope scope) => Draw.Weighted(
        (3, () => Code.Of(ExpressionType.Int, $"{Numbers(scope)}.GetOrAdd({Key(scope)}, {Factory(scope, "k")})")),
        (2, () => AddOrUpdate(scope)),
        (2, () => Code.Of(ExpressionType.Int, $"Program.Twice({Key(scope)}, {Factory(scope, "k")}, {Draw.Below(3)})")));

    private Piece AddOrUpdate(Scope scope)
    {
        // Makes both lambdas capture the same variable. Lambdas that are drawn independently hardly ever do so.
        if (scope.Ints.Count > 0 && Draw.OneIn(4))
        {
            var variable = Draw.From(scope.Ints);
            return Code.Of(ExpressionType.Int, $"{Numbers(scope)}.AddOrUpdate({Key(scope)}, k => k + {variable}, (k, old) => old + {variable})");
        }

        return Code.Of(ExpressionType.Int, $"{Numbers(scope)}.AddOrUpdate({Key(scope)}, {Factory(scope, "k")}, {Factory(scope, "(k, old)")})");
    }

    /// <summary>Generates a call of StartNew on a scheduler of the program's World. The call's task has no result.</summary>
    public Piece Task(Scope scope)
    {
        var site = grammar.Site();
        return Code.Of(ExpressionType.Task, $"Task.Factory.StartNew({Callback(scope, site)}{Rest(scope)})");
    }

    public Piece TaskOfInt(Scope scope)
    {
        var site = grammar.Site();
        return Code.Of(
            ExpressionType.TaskOfInt,
            $"Task.Factory.StartNew(() => l.Continuation({site}).See({site}, {grammar.Expressions.Simple(scope)}){Rest(scope)})");
    }

    private string Rest(Scope scope) =>
        $", {Draw.Of("CancellationToken.None", grammar.Tasks.Token(scope))}, TaskCreationOptions.{Draw.Of("None", "DenyChildAttach", "HideScheduler")}, " +
        $"{scope.World}.Scheduler({Draw.Below(2)})";

    private string Numbers(Scope scope) => $"{scope.World}.Numbers({Draw.Below(2)})";

    private Piece Key(Scope scope) => grammar.Expressions.Simple(scope);

    private Piece Factory(Scope scope, string parameters)
    {
        var site = grammar.Site();
        var old = parameters == "k" ? "k" : "k + old";
        return Draw.Weighted(
            (1, () => Code.Of($"{Draw.Of("", "static ")}{parameters} => {old} + 1")),
            (2, () => Code.Of($"{parameters} => l.See({site}, {old})")),
            (2, () => Code.Of($"{parameters} => {old} + {grammar.Expressions.Simple(scope)}")),
            (2, () => Code.Of($"{parameters} => l.See({site}, {old} + {grammar.Expressions.Simple(scope)} + {grammar.Expressions.Simple(scope)})")),
            (2, () => Code.Of($"{parameters} => {scope.Self}._f + {old}")),
            (1, () => Code.Of($"{(parameters == "k" ? "l.Numbered" : "l.NumberedAgain")}")));
    }

    private Piece Callback(Scope scope, string site) => Draw.Weighted(
        (2, () => Code.Of($"() => {{ l.Continuation({site}).Log({site}, 1); }}")),
        (2, () => Code.Of($"() => {{ l.Continuation({site}).Log({site}, {grammar.Expressions.Simple(scope)}); }}")),
        (1, () => Code.Of($"() => {{ {scope.World}.Continued({site}, Task.CompletedTask); }}")),
        (1, () => Code.Of($"() => {{ World.Running.Continued({site}, Task.CompletedTask); }}")));
}
