namespace PooledAwait.Fody.Rewrites;

/// <summary>The await of a task, with every instruction that must change if a ValueTask is awaited in place of the task.</summary>
/// <param name="Use">The instruction that takes the task from the stack.</param>
internal abstract record AwaitedResult(Instruction Use)
{
    /// <summary>The type of the awaited task's result, as the method's code refers to it; null if the task has no result.</summary>
    public abstract TypeReference? Result { get; }
}

/// <summary>A task that a state machine awaits.</summary>
/// <param name="Configuration">The call of <c>ConfigureAwait</c>; null if there is none.</param>
/// <param name="GetAwaiter">The call of <c>GetAwaiter</c>.</param>
/// <param name="Suspension">How the machine waits and resumes.</param>
internal sealed record AwaitedByMachine(AwaitConfiguration? Configuration, Instruction GetAwaiter, AwaitSuspension Suspension)
    : AwaitedResult(Configuration?.Call ?? GetAwaiter)
{
    public override TypeReference? Result => (((MethodReference)Use.Operand).DeclaringType as GenericInstanceType)?.GenericArguments[0];
}

/// <summary>A task that is awaited in a method without a state machine. The runtime itself suspends the method.</summary>
/// <param name="Configuration">The call of <c>ConfigureAwait</c>; null if there is none.</param>
/// <param name="Await">The call of <c>AsyncHelpers.Await</c>.</param>
internal sealed record AwaitedByRuntime(Instruction? Configuration, Instruction Await) : AwaitedResult(Configuration ?? Await)
{
    public override TypeReference? Result => (Await.Operand as GenericInstanceMethod)?.GenericArguments[0];
}

/// <summary>A call of <c>ConfigureAwait</c>. Its result is a struct, which is kept in a local variable.</summary>
/// <param name="Call">The instruction that calls <c>ConfigureAwait</c>.</param>
/// <param name="Store">Stores the result.</param>
/// <param name="Load">Loads the address of the stored result for <c>GetAwaiter</c>.</param>
internal sealed record AwaitConfiguration(Instruction Call, Instruction Store, Instruction Load);

/// <summary>
/// The instructions that handle one awaiter. While the machine runs, the awaiter is in a local variable. While the machine waits, the awaiter is in a field.
/// </summary>
/// <param name="Stores">
/// The two stores into the local variable. The first stores the new awaiter, and the second stores the awaiter that was loaded from the field.
/// </param>
/// <param name="Load">Loads the local variable, so that the awaiter can be stored into the field.</param>
/// <param name="Addresses">
/// The instructions that load the local variable's address for the calls of <c>IsCompleted</c>, <c>GetResult</c> and <c>AwaitUnsafeOnCompleted</c>.
/// </param>
/// <param name="IsCompleted">The call of <c>IsCompleted</c>.</param>
/// <param name="GetResult">The call of <c>GetResult</c>.</param>
/// <param name="AwaitOnCompleted">The call of the builder's <c>AwaitUnsafeOnCompleted</c>.</param>
/// <param name="FieldAccesses">
/// The store into the field, the load of the field, and the load of the field's address. The code needs the address to clear the field.
/// </param>
/// <param name="Clear">Clears the field.</param>
/// <param name="Field">The field, as the machine's code refers to it.</param>
internal sealed record AwaitSuspension(
    IReadOnlyList<Instruction> Stores,
    Instruction Load,
    IReadOnlyList<Instruction> Addresses,
    Instruction IsCompleted,
    Instruction GetResult,
    Instruction AwaitOnCompleted,
    IReadOnlyList<Instruction> FieldAccesses,
    Instruction Clear,
    FieldReference Field);
