using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>An async method in the C# compiler's layout, with every part that changes when the method gets a pooled builder.</summary>
/// <param name="KickOff">The user's method, in which the compiler left only the start of the machine.</param>
/// <param name="StateMachine">The machine: a struct in optimised builds, a class in other builds.</param>
/// <param name="BuilderField">The machine's only field of the builder's type.</param>
/// <param name="Builder">The builder's type, and the names of the pooled builders that can replace it.</param>
/// <param name="MoveNext">The machine's method that contains the user's code.</param>
/// <param name="SetStateMachine">The method that passes the boxed machine to the builder. If the machine is a class, this method is empty.</param>
/// <param name="Suspends">Whether the code can reach an await. A method that cannot reach an await needs no box, whichever builder it has.</param>
/// <param name="HasTaskOfResult">
/// Whether a call makes a task for its result even if the call does not suspend. (For a few common results, the base library reuses one task.)
/// </param>
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
    /// <summary>Whether the method has a twin: a second kick-off method, which returns a ValueTask. If so, the builder must serve the twin too.</summary>
    public bool HasTwin { get; init; }

    /// <summary>The methods that change when the builder is replaced. No other method uses the builder.</summary>
    public IEnumerable<MethodDefinition> Bodies => [KickOff, MoveNext, SetStateMachine];
}
