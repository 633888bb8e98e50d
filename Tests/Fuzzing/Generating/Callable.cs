namespace Tests.Fuzzing.Generating;

/// <summary>An async method, local function or delegate that code in a scope can call.</summary>
/// <param name="Function">What stands before the parenthesis; {0} is where the program's object is named.</param>
/// <param name="Extra">What stands behind the two arguments that all take.</param>
internal sealed record Callable(string Function, ReturnKind Returns, string Extra = "");
