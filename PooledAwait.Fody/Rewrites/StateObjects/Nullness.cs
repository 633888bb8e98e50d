namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Decides whether an argument in one method's body is never null.</summary>
internal sealed class Nullness(StackAnalysis stack, LocalFlow locals)
{
    private readonly HashSet<Instruction> _open = [];

    /// <summary>Returns whether, on every path, an instruction's argument is an object and not null.</summary>
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

        // If this method meets a store that it is still checking, the code has a loop, and the store gets back a value that it stored before. The store adds no
        // new value, so it counts as never null.
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

    /// <summary>Returns whether a boxed value of the type is never null. That is so for value types, except type parameters and Nullable.</summary>
    private static bool IsValueType(TypeReference type) =>
        type is not GenericParameter && type.GetElementType().FullName != "System.Nullable`1" && type.Resolve() is { IsValueType: true };
}
