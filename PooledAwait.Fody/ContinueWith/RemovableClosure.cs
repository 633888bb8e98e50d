using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>
/// A closure object that can go: its variables become the creating method's own, and its lambda a static method that takes the one
/// reference that it needs, or none, in the place of <c>this</c>.
/// </summary>
/// <param name="Lambda">The lambda, which nothing but the call's delegate names.</param>
/// <param name="State">The captured variable that the lambda needs; null where its antecedent is all it needs.</param>
/// <param name="StateType">The variable's type as the lambda names it.</param>
/// <param name="Traffic">What only moves closure objects about in the creating method.</param>
/// <param name="Accesses">The loads and stores of captured variables in the creating method.</param>
/// <param name="LambdaReads">The reads of captured variables in the lambda.</param>
/// <param name="Locals">The creating method's local variables that hold closure objects.</param>
internal sealed record RemovableClosure(
    MethodDefinition Lambda,
    FieldDefinition? State,
    TypeReference? StateType,
    IReadOnlyList<Instruction> Traffic,
    IReadOnlyList<Instruction> Accesses,
    IReadOnlyList<ClosureRead> LambdaReads,
    IReadOnlyList<VariableDefinition> Locals)
{
    /// <summary>The classes of the objects that go.</summary>
    public IEnumerable<TypeDefinition> Classes => Accesses
        .Select(access => ((FieldReference)access.Operand).Resolve().DeclaringType)
        .Concat([Lambda.DeclaringType])
        .Distinct();
}

/// <summary>One read of a captured variable in a lambda.</summary>
/// <param name="LoadThis">Loads the closure object.</param>
/// <param name="LoadFields">Each loads a field of what the one before it loaded: enclosing closures, last the variable.</param>
/// <param name="Variable">The captured variable.</param>
internal sealed record ClosureRead(Instruction LoadThis, IReadOnlyList<Instruction> LoadFields, FieldDefinition Variable);
