namespace Tests.Fuzzing.Generating;

/// <summary>The names that the code at one place of a program can use, and the constructs that this code may contain.</summary>
internal sealed class Scope
{
    public Scope()
    {
    }

    private Scope(Scope outer, bool hidesTasks, bool hidesVariables)
    {
        Ints = [.. outer.Ints];
        Variables = hidesVariables ? [] : [.. outer.Variables];
        Tasks = hidesTasks ? [] : [.. outer.Tasks];
        TasksOfInt = hidesTasks ? [] : [.. outer.TasksOfInt];
        Others = [.. outer.Others];
        Callables = [.. outer.Callables];
    }

    /// <summary>The ints that can be read.</summary>
    public List<string> Ints { get; } = [];

    /// <summary>The ints that may also be written.</summary>
    public List<string> Variables { get; } = [];

    public List<string> Tasks { get; } = [];

    public List<string> TasksOfInt { get; } = [];

    /// <summary>Further expressions that lambdas can capture.</summary>
    public List<string> Others { get; } = [];

    public List<Callable> Callables { get; } = [];

    /// <summary>The name of the Program object; <c>this</c> in its own methods.</summary>
    public required string Self { get; init; }

    public bool IsAsync { get; init; }

    /// <summary>The type of the value in a return statement. Empty if the statement has no value; null if the code must not return.</summary>
    public string? Return { get; init; }

    public bool InLoop { get; init; }

    public bool InCatch { get; init; }

    /// <summary>Whether the code is in a lambda that is passed to an overloaded method.</summary>
    public bool InLambda { get; init; }

    /// <summary>How many more levels of nested statements are allowed.</summary>
    public int Depth { get; init; }

    public string World => Self == "this" ? "w" : $"{Self}.w";

    /// <summary>Returns the scope of a block inside this scope.</summary>
    public Scope Inner(bool? inLoop = null, bool? inCatch = null, bool canReturn = true, bool hidesTasks = false) =>
        new(this, hidesTasks, hidesVariables: false)
        {
            Self = Self,
            IsAsync = IsAsync,
            InLambda = InLambda,
            Return = canReturn ? Return : null,
            InLoop = inLoop ?? InLoop,
            InCatch = inCatch ?? InCatch,
            Depth = Depth - 1,
        };

    /// <summary>Returns the scope of the body of a lambda or local function. The function captures the outer variables that it uses.</summary>
    public Scope Function(bool isAsync, string? returns, bool hidesTasks, bool hidesVariables, bool inLambda) =>
        new(this, hidesTasks, hidesVariables)
        {
            Self = Self,
            InLambda = InLambda || inLambda,
            IsAsync = isAsync,
            Return = returns,
            Depth = Depth - 1,
        };
}
