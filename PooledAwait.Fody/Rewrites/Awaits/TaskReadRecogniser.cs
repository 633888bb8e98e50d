namespace PooledAwait.Fody.Rewrites;

/// <summary>Recognises reads of a task's status or result that are not awaits.</summary>
internal sealed class TaskReadRecogniser(StackAnalysis stack, LocalFlow locals)
{
    /// <param name="load">The instruction that leaves a task on the stack.</param>
    /// <returns>Null for an await, and for a use that a ValueTask does not support.</returns>
    public TaskRead? Recognise(Instruction load)
    {
        if (stack.OnlyUseOf(load) is not (var taker, 0))
        {
            return null;
        }

        foreach (var question in (string[])["get_IsCompleted", "get_IsCompletedSuccessfully", "get_IsFaulted", "get_IsCanceled"])
        {
            if (AwaitRecogniser.CallOf(taker, AwaitRecogniser.Task, question) != null)
            {
                return new TaskAsked(taker);
            }
        }

        return AwaitRecogniser.CallOf(taker, AwaitRecogniser.Task, "get_Result") != null ? new TaskResultRead(taker)
            : AwaitRecogniser.CallOf(taker, AwaitRecogniser.Task, "GetAwaiter") != null ? BlockedOn(taker)
            : null;
    }

    private TaskBlockedOn? BlockedOn(Instruction getAwaiter) =>
        stack.OnlyUseOf(getAwaiter) is var (store, _) && VariableAccess.Of(store, stack.Flow.Method) is { Kind: VariableAccessKind.Store, Variable.IsParameter: false } &&
        locals.UsesOf(store) is { Count: 1 } uses && uses[0] is { Kind: VariableAccessKind.Address, At: var address } &&
        locals.DefinitionsSeenBy(address) is ({ Count: 1 }, false) &&
        stack.OnlyUseOf(address) is (var getResult, 0) && AwaitRecogniser.CallOf(getResult, AwaitRecogniser.Awaiter, "GetResult") != null
            ? new TaskBlockedOn(getAwaiter, store, address, getResult)
            : null;
}
