namespace PooledAwait.Fody.Program;

/// <summary>Finds the code of compiled state machines.</summary>
internal static class MoveNext
{
    private const string StateMachine = "System.Runtime.CompilerServices.IAsyncStateMachine";

    /// <summary>
    /// Returns the methods of a state machine that may contain the machine's code. A machine that a compiler made has exactly one such method.
    /// </summary>
    public static IEnumerable<MethodDefinition> In(TypeDefinition machine) => machine.Methods.Where(method => method is { Name: "MoveNext", HasParameters: false, HasBody: true });

    public static bool Is(MethodDefinition method) =>
        method is { Name: "MoveNext", HasThis: true } && method.DeclaringType.Interfaces.Any(implemented => implemented.InterfaceType.FullName == StateMachine);
}
