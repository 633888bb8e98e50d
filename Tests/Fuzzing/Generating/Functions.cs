using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>Generates async local functions and lambdas, and local functions that are forwarders. All of these functions can capture variables.</summary>
internal sealed class Functions(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    /// <summary>Declares a function, which later code of the scope can call.</summary>
    public Piece Declaration(Scope scope)
    {
        var kind = ReturnKinds.Draw(Draw);
        if (kind is ReturnKind.Task or ReturnKind.TaskOfInt && Draw.OneIn(3))
        {
            return Draw.OneIn(2) ? Recursive(scope, kind) : Forwarder(scope, kind);
        }

        var isDelegate = kind != ReturnKind.Void && Draw.OneIn(3);
        var name = grammar.Name(isDelegate ? "d" : "F");
        var body = Body(scope, kind, "a" + name);
        scope.Callables.Add(new Callable(name, kind));
        return isDelegate
            ? Code.Of($"{kind.ToString()}Function {name} = async (l, a{name}) =>{body};")
            : Code.Of($"async {kind.Text()} {name}(Lane l, int a{name}){body}");
    }

    /// <summary>Generates an async local function that awaits calls of itself, at most two calls deep.</summary>
    private Code Recursive(Scope scope, ReturnKind kind)
    {
        var name = grammar.Name("R");
        var depth = $"a{name}";
        var call = $"await {name}(l.Call({grammar.Site()}), {depth} % 3 - 1){Draw.Of("", ".ConfigureAwait(false)")}";
        var again = kind.HasResult() ? $"l.Log({grammar.Site()}, {call});" : $"{call};";
        var body = new Block([Code.Of($"if ({depth} % 3 > 0) {again}"), .. Body(scope, kind, depth).Children]);
        scope.Callables.Add(new Callable(name, kind));
        return Code.Of($"async {kind.Text()} {name}(Lane l, int {depth}){body}");
    }

    /// <summary>Generates a local function that returns the task of another callable.</summary>
    private Code Forwarder(Scope scope, ReturnKind kind)
    {
        var name = grammar.Name("W");
        var inner = Inside(scope, isAsync: false, returns: false, inLambda: false);
        inner.Ints.Add($"a{name}");
        var task = Draw.OneIn(3) && grammar.Tasks.Call(inner, kind.HasResult() ? ReturnKind.ValueTaskOfInt : ReturnKind.ValueTask) is { } call
            ? Code.Of($"{call}.AsTask()")
            : grammar.Tasks.Call(inner, kind) ?? (kind.HasResult() ? Code.Of($"Task.FromResult({Draw.Below(10)})") : Code.Of($"Task.CompletedTask"));
        scope.Callables.Add(new Callable(name, kind));
        return Code.Of($"{kind.Text()} {name}(Lane l, int a{name}) => {task};");
    }

    public Piece TaskRun(Scope scope)
    {
        var (open, close) = Typed(scope, "Func<Task>");
        return Code.Of(
            ExpressionType.Task,
            $"Task.Run({open}async () =>{Body(scope, ReturnKind.Task, parameter: null)}{close}{OptionalToken(scope)})");
    }

    /// <summary>
    /// Returns the text around a lambda that is passed to an overloaded method: a cast, or nothing. Without a cast, the compiler binds the lambda, and all
    /// lambdas inside it, once for each overload. If nested lambdas also lacked casts, compiling would take exponentially long. So only the outermost lambda
    /// may lack a cast.
    /// </summary>
    public (string Open, string Close) Typed(Scope scope, string type) => scope.InLambda || Draw.OneIn(2) ? ($"({type})(", ")") : ("", "");

    /// <summary>Returns the scope inside a local function or lambda. The function captures the outer variables that it uses.</summary>
    public Scope Inside(Scope scope, bool isAsync, bool returns, bool inLambda) => scope.Function(
        isAsync, returns ? "int" : "", hidesTasks: !grammar.Profile.Shared, hidesVariables: !grammar.FunctionsWrite, inLambda);

    /// <summary>Generates the body of an async function in the scope.</summary>
    public Block Body(Scope scope, ReturnKind kind, string? parameter)
    {
        var inner = Inside(scope, isAsync: true, kind.HasResult(), inLambda: parameter == null);
        if (parameter != null)
        {
            inner.Ints.Add(parameter);
        }

        var block = grammar.Statements.Block(inner, atMost: 3);
        IReadOnlyList<Piece> statements = parameter == null ? [Code.Of($"l.Begin();"), .. block.Children] : block.Children;
        return new Block(kind.HasResult() ? [.. statements, Code.Of($"return {grammar.Expressions.Int(inner)};")] : statements);
    }

    private string OptionalToken(Scope scope) => Draw.OneIn(3) ? $", {grammar.Tasks.Token(scope)}" : "";
}
