using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>An async method in the C# compiler's layout. Every part that the builder swap touches has been recognised.</summary>
/// <param name="KickOff">The method that the user wrote, which now only starts the machine.</param>
/// <param name="StateMachine">The machine: a struct in optimised builds, a class in others.</param>
/// <param name="BuilderField">The machine's one field of the builder's type.</param>
/// <param name="Builder">The builder, and the one that replaces it.</param>
/// <param name="MoveNext">The method's body.</param>
/// <param name="SetStateMachine">Passes the boxed machine to the builder; empty in class machines.</param>
/// <param name="Suspends">Whether the code can reach an await. If it cannot, the method needs no box with any builder.</param>
/// <param name="HasTaskOfResult">Whether a call that does not suspend makes a task, except for the few results whose tasks the base library keeps.</param>
internal sealed record AsyncMethod(
    MethodDefinition KickOff,
    TypeDefinition StateMachine,
    FieldDefinition BuilderField,
    BuilderType Builder,
    MethodDefinition MoveNext,
    MethodDefinition SetStateMachine,
    bool Suspends,
    bool HasTaskOfResult)
{
    /// <summary>Whether the method has a twin. If so, its builder must also serve the twin.</summary>
    public bool HasTwin { get; init; }

    /// <summary>The only methods that may name the builder, and the only ones that the swap changes.</summary>
    public IEnumerable<MethodDefinition> Bodies => [KickOff, MoveNext, SetStateMachine];
}
