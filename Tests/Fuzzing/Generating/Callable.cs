namespace Tests.Fuzzing.Generating;

/// <summary>An async method, local function or delegate that code in a scope can call.</summary>
/// <param name="Function">What stands before the parenthesis; <c>{0}</c> stands for the program's object.</param>
/// <param name="Returns">What it returns.</param>
/// <param name="Extra">What stands behind the two arguments that all take; here, too, <c>{0}</c> stands for the program's object.</param>
internal sealed record Callable(string Function, ReturnKind Returns, string Extra = "");
