namespace Tests.Mutations.Weaver;

/// <summary>Faults in the rewrite that gives delegates a state.</summary>
internal static class StateObjectFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "A delegate that is kept for something else is not made.",
            "StateObjectRecogniser.cs",
            "if (_stack.ConsumersOf(newDelegate) is not { Count: 1 })",
            "if (_stack.ConsumersOf(newDelegate) is { Count: 0 })",
            "StateObjects.RecognitionTests"),
        new(
            "A call in an exception filter is changed, where nothing can be inserted.",
            "StateObjectRecogniser.cs",
            "return _stack.Flow.IsInFilter(call) || delegates.Any(made => _stack.Flow.IsInFilter(made.NewDelegate))",
            "return delegates.Count == 0",
            "StateObjects.RecognitionTests"),
        new(
            "A call of the base class's method becomes one of the override.",
            "StateObjectRecogniser.cs",
            "if (IsBaseCall(loadFunction, definition))",
            "if (definition.IsAbstract && IsBaseCall(loadFunction, definition))",
            "StateObjects.RecognitionTests"),
        new(
            "A closure is removed although code writes a captured variable once the delegate is there.",
            "ClosureFlow.cs",
            " &&\n                _newDelegates.All(newDelegate => !paths.Exist(newDelegate, stores, [_created[field.DeclaringType]]))",
            "",
            "StateObjects.ForeignShapesTests"),
        new(
            "A lambda that assigns its parameter reads it in the place of the captured task.",
            "ClosureRecogniser.cs",
            "AccessesOf(s_handed).All(access => access.Kind == VariableAccessKind.Load)",
            "AccessesOf(s_handed).Any(access => access.Kind == VariableAccessKind.Load)",
            "StateObjects.CapturedTasksTests.Leaves_a_captured_task_whose_lambda_assigns_its_parameter", "StateObjects.DecisionTests"),
        new(
            "An object that may be null is passed as a state, and no exception says so.",
            "Nullness.cs",
            "return !initial && stores.All(store =>",
            "return stores.All(store =>",
            "Report.Conditions.ConditionsTests"),
        new(
            "A method that assigns the delegate that it calls gets a second one, where the parameter has another type.",
            "InvokingMethodRecogniser.cs",
            "access.Kind == VariableAccessKind.Load && _stack.IsReachable(access.At)",
            "access.Kind != VariableAccessKind.Address",
            "StateObjects.DecisionTests"),
        new(
            "A delegate that is passed on to another method is taken for one that is only called.",
            "InvokingMethodRecogniser.cs",
            "use.Argument == 0 && BaseLibrary.Has(type)",
            "use.Argument == 0 && BaseLibrary.Has(type) || use.Argument > 0",
            "StateObjects.OwnMethodTests"),
        new(
            "The second method reads the state where it should read the parameter behind its delegate.",
            "InvokingTwins.cs",
            "index >= place)",
            "index > place)",
            "StateObjects.OwnMethodTests", "Weaving.TraceTests"),
        new(
            "A second method that a call elsewhere needs stays private.",
            "InvokingTwins.cs",
            "!call.Caller.DeclaringType.Enclosing().Contains(own.Method.DeclaringType)",
            "call.Caller.DeclaringType == own.Method.DeclaringType",
            "StateObjects.OwnMethodTests"),
    ];
}
