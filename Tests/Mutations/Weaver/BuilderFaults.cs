namespace Tests.Mutations.Weaver;

/// <summary>Faults in the code that decides about builders and replaces them.</summary>
internal static class BuilderFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "A machine that is started twice is reported as one of an unknown shape.",
            "AsyncMethodRecogniser.cs",
            "if (uses.StartersOf(stateMachine).Count is not 1 and var starts)",
            "if (uses.StartersOf(stateMachine).Count is 0 and var starts)",
            "Report.Conditions.ConditionsTests"),
        new(
            "A machine that code uses after it has completed gets a pooled builder.",
            "CompiledShape.cs",
            "                ? Condition.UsedWhenCompleted.For(unknown).At(method.MoveNext, uses.First(use => paths.Exist(completed, [use], barriers: [], withoutExceptions: true)))",
            "                ? null",
            "Faults.FaultTests"),
        new(
            "An await that only a handler leads to is overlooked: the method never suspends.",
            "CompiledShape.cs",
            "running.SuccessorsOf(position).Concat(flow.HandlersOf(position))).Any(",
            "running.SuccessorsOf(position)).Any(",
            "Builders.NeverSuspendsTests", "Snapshots.ShapeTests"),
        new(
            "A method whose ValueTask nobody consumes gets a pooled builder.",
            "VisibleCallers.cs",
            "if (!isConsumed)",
            "if (getTasks.Count > 1000)",
            "Builders.VisibleCallersTests", "Weaving.LeftAloneTests"),
        new(
            "Who calls a method that returns the ValueTask as it got it is not looked at.",
            "VisibleCallers.cs",
            "foreach (var caller in callers.Returning.Where(seen.Add))",
            "foreach (var caller in callers.Returning.Where(caller => caller == method))",
            "Builders.VisibleCallersTests"),
        new(
            "A discarded call gives back a box that somebody outside may have: of an argument, or what lies in a property.",
            "DiscardedCalls.cs",
            " && !MayBeOfOthers((MethodReference)call.Call.Operand)",
            "",
            "Builders.DiscardedCallsTests"),
        new(
            "The call of a delegate does not reach what a delegate over its Invoke was made of.",
            "ValueTaskCalls.cs",
            "while (_wrapped.Any(wrapped => delegates.Contains(wrapped.Inner) && delegates.Add(wrapped.Outer)))",
            "while (_wrapped.Any(wrapped => delegates.Contains(wrapped.Outer) && delegates.Add(wrapped.Outer)))",
            "Builders.DelegateCallersTests", "Builders.VisibleCallersTests"),
        new(
            "A call in an exception filter gets a task, where nothing can be inserted.",
            "MisusedCalls.cs",
            "        && !IsInFilter(call)\n",
            "",
            "Builders.MisusedCallsTests"),
        new(
            "Structs are rounded up to one reference more.",
            "StateMachineSize.cs",
            "(size + Reference - 1) / Reference * Reference",
            "(size + Reference) / Reference * Reference",
            "Builders.StateMachineSizeTests"),
    ];
}
