namespace Tests.Fuzzing.Generating;

/// <summary>An async method, local function or delegate that code in a scope can call.</summary>
/// <param name="Function">The text before the opening parenthesis; <c>{0}</c> is the program's object.</param>
/// <param name="Returns">The return type.</param>
/// <param name="Extra">The text after the two arguments that all callables take; <c>{0}</c> is the program's object.</param>
internal sealed record Callable(string Function, ReturnKind Returns, string Extra = "");
