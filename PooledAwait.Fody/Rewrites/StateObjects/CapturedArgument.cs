namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Decides whether a captured variable has the same value as the lambda's first parameter when the lambda runs. For <c>ContinueWith</c>, the parameter's value
/// is the task on which the program calls the method. For the methods of dictionaries, the parameter's value is the key.
/// </summary>
internal sealed class CapturedArgument(StackAnalysis stack, LocalFlow locals, ClosureFlow closures, Instruction call, int argument)
{
    private readonly Paths _paths = new(stack.Flow);

    public bool Is(FieldDefinition variable) =>
        stack.SingleProducerOf(call, argument) is { } given && (IsReadFrom(variable, given) || IsStoredFromTheSame(variable, given));

    /// <summary>
    /// Returns whether the argument was read from the variable, and no code between this read and the call writes to the variable or creates a new closure.
    /// </summary>
    private bool IsReadFrom(FieldDefinition variable, Instruction given) =>
        closures.Accesses.TryGetValue(given, out var read) && read == variable &&
        !_paths.Exist(given, closures.StoresOf(variable).Append(closures.CreationOf(variable.DeclaringType)), [call], withoutExceptions: true);

    /// <summary>
    /// Returns whether the code reads the argument and the captured variable's value from the same local variable or parameter. Between the two reads, and
    /// between the argument's read and the call, no code may write to that local variable or parameter.
    /// </summary>
    private bool IsStoredFromTheSame(FieldDefinition variable, Instruction given)
    {
        var stores = closures.StoresOf(variable).ToArray();
        if (stores.Length != 1 ||
            stack.SingleProducerOf(stores[0], 1) is not { } value ||
            Load(given) is not { } source ||
            Load(value) != source)
        {
            return false;
        }

        var accesses = locals.AccessesOf(source);
        var writes = accesses.Where(access => access.Kind == VariableAccessKind.Store).Select(access => access.At).ToArray();
        var creation = closures.CreationOf(variable.DeclaringType);
        return accesses.All(access => access.Kind != VariableAccessKind.Address) &&
            !_paths.Exist(given, writes, [call], withoutExceptions: true) &&
            !writes.Any(write => IsBetween(write, value, given, creation));
    }

    /// <summary>
    /// Returns whether the write may run between the two reads, on a path that creates no new closure. The two reads may even belong to different iterations of
    /// a loop, because a loop need not create a new closure each time.
    /// </summary>
    private bool IsBetween(Instruction write, Instruction value, Instruction given, Instruction creation) =>
        _paths.Exist(value, [write], [creation]) && _paths.Exist(write, [given], [creation]);

    private Variable? Load(Instruction producer) =>
        VariableAccess.Of(producer, stack.Flow.Method) is { Kind: VariableAccessKind.Load } load ? load.Variable : null;
}
