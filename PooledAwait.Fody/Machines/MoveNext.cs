using Mono.Cecil;

namespace PooledAwait.Fody.Machines;

/// <summary>The code of a compiled state machine.</summary>
internal static class MoveNext
{
    private const string StateMachine = "System.Runtime.CompilerServices.IAsyncStateMachine";

    public static bool Is(MethodDefinition method) =>
        method is { Name: "MoveNext", HasThis: true } && method.DeclaringType.Interfaces.Any(implemented => implemented.InterfaceType.FullName == StateMachine);
}
