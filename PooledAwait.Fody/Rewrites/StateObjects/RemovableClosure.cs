namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// A closure object that can be removed. Its variables become local variables of the creating method. Its lambdas become static methods. The variables that a
/// lambda needs become parameters of the lambda's method. The first of these parameters takes the place of <c>this</c>.
/// </summary>
/// <param name="Lambdas">The lambdas. Only the delegates of the rewritten call refer to these lambdas.</param>
/// <param name="States">The captured variables that the lambdas need; empty if the lambdas need only the delegates' arguments.</param>
/// <param name="Moves">The creating method's instructions that only create closure objects, or copy or drop references to them.</param>
/// <param name="Accesses">The loads and stores of captured variables in the creating method.</param>
/// <param name="Locals">The creating method's local variables that hold closure objects.</param>
internal sealed record RemovableClosure(
    IReadOnlyList<ClosureLambda> Lambdas,
    IReadOnlyList<CapturedVariable> States,
    IReadOnlyList<Instruction> Moves,
    IReadOnlyList<Instruction> Accesses,
    IReadOnlyList<VariableDefinition> Locals)
{
    /// <summary>The classes of the objects that are removed.</summary>
    public IEnumerable<TypeDefinition> Classes => Accesses
        .Select(access => ((FieldReference)access.Operand).Resolve().DeclaringType)
        .Concat(Lambdas.Select(lambda => lambda.Method.DeclaringType))
        .Distinct();

    /// <summary>The variables that one lambda needs, in the order of its new parameters.</summary>
    public IEnumerable<CapturedVariable> StatesOf(ClosureLambda lambda) =>
        States.Where(state => lambda.Needed.Any(read => read.Variable == state.Variable));
}

/// <summary>A lambda of a closure that can be removed.</summary>
/// <param name="Method">The lambda's method.</param>
/// <param name="Reads">The reads of captured variables in the lambda.</param>
/// <param name="Needed">The reads that need the state. The other reads get the variable's value from the lambda's first argument.</param>
internal sealed record ClosureLambda(MethodDefinition Method, IReadOnlyList<ClosureRead> Reads, IReadOnlyList<ClosureRead> Needed);

/// <summary>One read of a captured variable in a lambda.</summary>
/// <param name="LoadThis">The instruction that loads the closure object.</param>
/// <param name="LoadFields">
/// The loads of fields, in order. Each load reads from the object that the previous load returned. The last load returns the variable's value or address. The
/// loads before it return enclosing closures.
/// </param>
/// <param name="Variable">The captured variable.</param>
internal sealed record ClosureRead(Instruction LoadThis, IReadOnlyList<Instruction> LoadFields, FieldDefinition Variable)
{
    /// <summary>Whether the read loads the variable's address, to call a method that cannot change the value.</summary>
    public bool IsAddress => LoadFields[LoadFields.Count - 1].OpCode.Code == Code.Ldflda;
}

/// <summary>A variable that a lambda captures.</summary>
/// <param name="Variable">The closure's field that holds the variable.</param>
/// <param name="Type">The variable's type, as the lambda refers to it.</param>
internal sealed record CapturedVariable(FieldDefinition Variable, TypeReference Type);
