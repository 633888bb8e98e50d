using Mono.Cecil;
using PooledAwait.Fody.Machines;

namespace PooledAwait.Fody.Builders;

/// <summary>An async method as the C# compiler lays it out, recognised in every part that the swap touches.</summary>
/// <param name="KickOff">The method that the user wrote, which now only starts the machine.</param>
/// <param name="StateMachine">The machine: a struct in optimised builds, a class in others.</param>
/// <param name="BuilderField">The machine's one field of the builder's type.</param>
/// <param name="Builder">The builder, and what takes its place.</param>
/// <param name="MoveNext">The method's body.</param>
/// <param name="SetStateMachine">Tells the builder of the boxed machine; empty in class machines.</param>
/// <param name="Suspends">Whether the code comes to an await: what does not needs no box with any builder.</param>
/// <param name="HasTaskOfResult">Whether a call that does not suspend makes a task, but for the few results that the base library keeps the tasks of.</param>
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
    /// <summary>Whether it has a twin, which its builder is to serve as well.</summary>
    public bool HasTwin { get; init; }

    /// <summary>The only methods that may name the builder, and the only ones that the swap changes.</summary>
    public IEnumerable<MethodDefinition> Bodies => [KickOff, MoveNext, SetStateMachine];
}
