namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Decides whether an argument in one method's body is never null.</summary>
internal sealed class Nullness(StackAnalysis stack, LocalFlow locals)
{
    private readonly HashSet<Instruction> _open = [];

    /// <summary>Returns whether an argument is an object that is not null, on every path.</summary>
    public bool IsNeverNull(Instruction consumer, int argument) => stack.ProducersOf(consumer, argument).All(IsNeverNull);

    private bool IsNeverNull(Instruction producer)
    {
        switch (producer.OpCode.Code)
        {
            case Code.Newobj:
                return true;
            case Code.Box:
                return IsValueType((TypeReference)producer.Operand);
        }

        if (VariableAccess.Of(producer, stack.Flow.Method) is not { Kind: VariableAccessKind.Load } load)
        {
            return false;
        }

        if (load.Variable == Variable.This && stack.Flow.Method.HasThis)
        {
            return !stack.Flow.Method.DeclaringType.IsValueType &&
                locals.AccessesOf(Variable.This).All(access => access.Kind == VariableAccessKind.Load);
        }

        if (locals.AccessesOf(load.Variable).Any(access => access.Kind == VariableAccessKind.Address))
        {
            return false;
        }

        // In a loop, a store may store a value that it has stored before. A store that is still being checked counts as never null, because it adds no value of
        // its own.
        var (stores, initial) = locals.DefinitionsSeenBy(producer);
        return !initial && stores.All(store =>
        {
            if (!_open.Add(store))
            {
                return true;
            }

            var known = IsNeverNull(store, 0);
            _open.Remove(store);
            return known;
        });
    }

    /// <summary>
    /// Returns whether boxing a value of the type never yields null. This is certain for a value type that is neither a type parameter nor a Nullable.
    /// </summary>
    private static bool IsValueType(TypeReference type) =>
        type is not GenericParameter && type.GetElementType().FullName != "System.Nullable`1" && type.Resolve() is { IsValueType: true };
}
