namespace Tests.Fuzzing.Generating;

/// <summary>A method, local function or delegate that code in a scope can call. It is async, or it is a forwarder: it returns another call's task.</summary>
/// <param name="Function">The text of the call before the opening parenthesis; <c>{0}</c> stands for the Program object.</param>
/// <param name="Returns">The return type.</param>
/// <param name="Extra">The text of further arguments, after the two that every callable takes; <c>{0}</c> stands for the Program object.</param>
internal sealed record Callable(string Function, ReturnKind Returns, string Extra = "");
