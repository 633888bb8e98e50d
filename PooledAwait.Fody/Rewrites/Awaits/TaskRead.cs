namespace PooledAwait.Fody.Rewrites;

/// <summary>A way to use a task without awaiting it. A ValueTask can be used in the same way.</summary>
/// <param name="Taker">The instruction that takes the task from the stack.</param>
internal abstract record TaskRead(Instruction Taker)
{
    /// <summary>The type of the result that this use takes; null if the use takes no result.</summary>
    public virtual TypeReference? Result => (((MethodReference)Taker.Operand).DeclaringType as GenericInstanceType)?.GenericArguments[0];
}

/// <summary>A read of a property that tells whether the task has completed, succeeded, failed or been cancelled. ValueTasks have the same property.</summary>
/// <param name="Taker">The call of the property's getter.</param>
internal sealed record TaskAsked(Instruction Taker) : TaskRead(Taker);

/// <summary>A read of the property <c>Result</c>, which waits if necessary, and throws an AggregateException if the task failed.</summary>
/// <param name="Taker">The call of the property's getter.</param>
internal sealed record TaskResultRead(Instruction Taker) : TaskRead(Taker);

/// <summary>A use of <c>GetAwaiter().GetResult()</c>, which waits if necessary, and throws the same exceptions as an await.</summary>
/// <param name="Taker">The call of <c>GetAwaiter</c>.</param>
/// <param name="Store">Stores the awaiter.</param>
/// <param name="Address">Loads the awaiter's address.</param>
/// <param name="GetResult">The call of <c>GetResult</c>.</param>
internal sealed record TaskBlockedOn(Instruction Taker, Instruction Store, Instruction Address, Instruction GetResult) : TaskRead(Taker);
