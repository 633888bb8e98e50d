namespace PooledAwait.Fody.Rewrites;

/// <summary>A use of a task that is not an await, and that a ValueTask supports as well.</summary>
/// <param name="Taker">The instruction that takes the task from the stack.</param>
internal abstract record TaskRead(Instruction Taker)
{
    /// <summary>The type of the result that it takes; null if it takes none.</summary>
    public virtual TypeReference? Result => (((MethodReference)Taker.Operand).DeclaringType as GenericInstanceType)?.GenericArguments[0];
}

/// <summary>A read of a status property that every ValueTask has too: whether it has completed, and how.</summary>
/// <param name="Taker">The call of the property.</param>
internal sealed record TaskAsked(Instruction Taker) : TaskRead(Taker);

/// <summary>The property <c>Result</c>, which waits if necessary, and throws an AggregateException.</summary>
/// <param name="Taker">The call of the property.</param>
internal sealed record TaskResultRead(Instruction Taker) : TaskRead(Taker);

/// <summary><c>GetAwaiter().GetResult()</c>, which waits if necessary, and throws what an await throws.</summary>
/// <param name="Taker">The call of <c>GetAwaiter</c>.</param>
/// <param name="Store">Stores the awaiter.</param>
/// <param name="Address">Loads its address.</param>
/// <param name="GetResult">The call of <c>GetResult</c>.</param>
internal sealed record TaskBlockedOn(Instruction Taker, Instruction Store, Instruction Address, Instruction GetResult) : TaskRead(Taker);
