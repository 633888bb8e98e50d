using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>Generates statements of every kind. Other generators of the grammar generate the special kinds.</summary>
internal sealed class Statements(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    public Block Block(Scope scope, int atMost = 4)
    {
        var statements = new List<Piece>();
        for (var i = 1 + Draw.Below(atMost); i > 0; i--)
        {
            statements.AddRange(Statement(scope));
        }

        return new Block(statements);
    }

    /// <summary>Generates one statement, or a few statements that belong together.</summary>
    public IEnumerable<Piece> Statement(Scope scope)
    {
        var nests = scope.Depth > 0 && grammar.Spend();
        var awaits = scope.IsAsync;
        return Draw.Weighted<IEnumerable<Piece>>(
            (3, () => [Code.Of($"l.Log({grammar.Site()}, {grammar.Expressions.Int(scope)});")]),
            (4, () => [DeclareInt(scope)]),
            (scope.Variables.Count > 0 ? 3 : 0, () => [Assign(scope)]),
            (awaits ? 8 : 0, () => [grammar.Awaits.Statement(scope)]),
            (3, () => [DeclareTask(scope)]),
            (nests ? 2 : 0, () => [If(scope)]),
            (nests ? 2 : 0, () => [Loop(scope)]),
            (nests ? 4 : 0, () => [grammar.Protected.Statement(scope)]),
            (1, () => [Code.Of($"if (l.Throws && {grammar.Expressions.Bool(scope)}) {Throw(scope)}")]),
            (scope.Return != null ? 1 : 0, () => [Return(scope)]),
            (scope.InLoop ? 1 : 0, () => [Code.Of($"if ({grammar.Expressions.Bool(scope)}) {Draw.Of("break", "continue")};")]),
            (2, () => [Code.Of($"{scope.World}.Ambient = {grammar.Expressions.Int(scope)};")]),
            (grammar.Profile.Contexts ? 1 : 0, () => [SwitchContext(scope)]),
            (grammar.Profile.IsOrdered ? 1 : 0, () => [EndPromise(scope)]),
            (grammar.FunctionsWrite ? 1 : 0, () => [Code.Of($"{scope.Self}._f = {grammar.Expressions.Int(scope)};")]),
            (grammar.Profile.Races ? 5 : 0, () => grammar.WhenAny.Statements(scope)),
            (5, () => grammar.ContinueWith.Statements(scope)),
            (3, () => grammar.StateObjects.Statements(scope)),
            (nests ? 2 : 0, () => [grammar.Functions.Declaration(scope)]),
            (awaits ? 3 : 0, () => grammar.ValueTasks.Statements(scope)),
            (awaits ? 3 : 0, () => grammar.Kept.Statements(scope)),
            (1, () => [CallOfVoid(scope)]));
    }

    public string Throw(Scope scope) => Draw.Of(
        "throw new WorldException(\"thrown\");",
        $"throw new OperationCanceledException({scope.World}.Cancelled);",
        "throw new InvalidOperationException(\"other\");",
        scope.InCatch ? "throw;" : "throw new WorldException(\"thrown again\");");

    public Piece Return(Scope scope) => scope.Return switch
    {
        "" => Code.Of($"if ({grammar.Expressions.Bool(scope)}) return;"),
        _ => Code.Of($"if ({grammar.Expressions.Bool(scope)}) return {grammar.Expressions.Int(scope)};"),
    };

    private Code SwitchContext(Scope scope) =>
        Code.Of($"{scope.World}.Switch(Place.{Draw.Of("Nowhere", "FirstContext", "SecondContext")});");

    private Code EndPromise(Scope scope) =>
        Code.Of($"{scope.World}.{Draw.Of("Complete", "Complete", "Fail", "Cancel")}({Draw.Below(Grammar.Promises)});");

    private Piece DeclareInt(Scope scope)
    {
        var value = grammar.Expressions.Int(scope);
        var name = grammar.Name("i");
        scope.Ints.Add(name);
        scope.Variables.Add(name);
        return Code.Of($"var {name} = {value};");
    }

    private Piece Assign(Scope scope)
    {
        var name = Draw.From(scope.Variables);
        return grammar.Profile.IsOrdered
            ? Code.Of($"{name} {Draw.Of("=", "+=")} {grammar.Expressions.Int(scope)};")
            : Code.Of($"l.Log({grammar.Site()}, {name});");
    }

    private Piece DeclareTask(Scope scope)
    {
        var name = grammar.Name("t");
        Piece declaration;
        if (Draw.OneIn(2))
        {
            var task = grammar.Tasks.Task(scope);
            declaration = grammar.Spend() && Draw.OneIn(4)
                ? Code.Of($"Task {name}; using (ExecutionContext.SuppressFlow()) {name} = {CallOrCompletedTask(scope)};")
                : Code.Of($"Task {name} = {task};");
            scope.Tasks.Add(name);
        }
        else
        {
            declaration = Code.Of($"{Draw.Of("var", "Task<int>")} {name} = {grammar.Tasks.TaskOfInt(scope)};");
            scope.TasksOfInt.Add(name);
        }

        return declaration;
    }

    private Code CallOrCompletedTask(Scope scope) => grammar.Tasks.Call(scope, ReturnKind.Task) ?? Code.Of($"Task.CompletedTask");

    private Piece If(Scope scope)
    {
        var condition = grammar.Expressions.Bool(scope);
        var then = Block(scope.Inner());
        return Draw.OneIn(2) ? Code.Of($"if ({condition}){then}") : Code.Of($"if ({condition}){then} else{Block(scope.Inner())}");
    }

    private Piece Loop(Scope scope)
    {
        var inner = scope.Inner(inLoop: true, hidesTasks: !grammar.Profile.Shared);
        var name = grammar.Name("n");
        inner.Ints.Add(name);
        var way = Draw.Below(4);
        if (way == 0 && grammar.Profile.IsOrdered)
        {
            return Code.Of($"for (var {name} = 0; {name} < {1 + Draw.Below(3)}; {name}++){Block(inner)}");
        }

        if (way == 1 && scope.IsAsync)
        {
            var items = $"{scope.Self}.Iterate(l.Call({grammar.Site()}), {1 + Draw.Below(2)}){Draw.Of("", ".ConfigureAwait(false)")}";
            return Code.Of($"await foreach (var {name} in {items}){Block(inner)}");
        }

        return Code.Of($"foreach (var {name} in new[] {{ {Draw.Below(9)}, {Draw.Below(9)} }}){Block(inner)}");
    }

    private Piece CallOfVoid(Scope scope) =>
        grammar.Tasks.Call(scope, ReturnKind.Void) is { } call ? Code.Of($"{call};") : Code.Of($"l.Log({grammar.Site()}, \"here\");");
}
