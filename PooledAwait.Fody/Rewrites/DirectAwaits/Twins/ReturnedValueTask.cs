namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>Recognises <c>Call().AsTask()</c>, if nothing else uses the ValueTask.</summary>
internal static class ReturnedValueTask
{
    /// <summary>
    /// Finds the method whose call returned the ValueTask on which <c>AsTask</c> is called. Returns null if the ValueTask may also come from elsewhere, or if
    /// other code runs between that call and the call of <c>AsTask</c>.
    /// </summary>
    /// <param name="asTask">
    /// An instruction that may call <c>AsTask</c>. The previous instruction must load the address of the variable that holds the ValueTask. If it does not, the
    /// result is null.
    /// </param>
    /// <param name="stack">The stack analysis of the method.</param>
    public static MethodReference? Of(Instruction asTask, StackAnalysis stack)
    {
        if (asTask is not { OpCode.Code: Code.Call, Operand: MethodReference { Name: "AsTask", HasThis: true } called, Previous: { } address } ||
            called.DeclaringType.GetElementType() is not { FullName: "System.Threading.Tasks.ValueTask" or "System.Threading.Tasks.ValueTask`1" } type || !BaseLibrary.Has(type) ||
            VariableAccess.Of(address, stack.Flow.Method) is not { Kind: VariableAccessKind.Address, Variable.IsParameter: false } ||
            stack.SingleProducerOf(asTask, 0) != address || stack.OnlyUseOf(address) == null)
        {
            return null;
        }

        var locals = new LocalFlow(stack.Flow);
        return locals.DefinitionsSeenBy(address) is ({ Count: 1 } stores, false) && locals.UsesOf(stores[0]).Count == 1 && Behind(stores[0]) == address &&
            stack.SingleProducerOf(stores[0], 0) is { OpCode.Code: Code.Call or Code.Callvirt, Operand: MethodReference returning } call &&
            stack.OnlyUseOf(call) != null && Behind(call) == stores[0]
                ? returning
                : null;
    }

    private static Instruction? Behind(Instruction instruction)
    {
        var next = instruction.Next;
        while (next?.OpCode.Code == Code.Nop)
        {
            next = next.Next;
        }

        return next;
    }
}
