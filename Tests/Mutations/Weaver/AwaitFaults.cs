namespace Tests.Mutations.Weaver;

/// <summary>Faults in the code that recognises awaits of tasks and turns them into awaits of ValueTasks.</summary>
internal static class AwaitFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "A task that waits on the stack while other code runs counts as awaited at once.",
            "AwaitRecogniser.cs",
            "_ => Constant.Of(between) != null || VariableForms.IsLoad(between),",
            "_ => true,",
            "DirectAwaits.DecisionTests"),
        new(
            "ConfigureAwait with options is taken for the one with a Boolean.",
            "AwaitRecogniser.cs",
            "called.Parameters[0].ParameterType.MetadataType == MetadataType.Boolean",
            "called.Parameters.Count == 1",
            "DirectAwaits.DecisionTests"),
        new(
            "A machine with a builder of somebody else gets awaiters of ValueTasks.",
            "AwaitRecogniser.cs",
            "(builder.Namespace == CompilerServices || RuntimeReference.Has(builder))",
            "builder.Name.Length > 0",
            "WhenAny.Weaving.ForeignShapesTests"),
        new(
            "The field that keeps an awaiter is cleared as one of the type that it had.",
            "AwaitChange.cs",
            "        editor.ReplaceOperand(suspension.Clear, awaiter);\n",
            "",
            "WhenAny.Weaving.SoundnessTests", "Snapshots.ShapeTests"),
        new(
            "A variable that may hold no task yet is awaited as a ValueTask, which throws nothing.",
            "KeptTaskRecogniser.cs",
            "            ?? Taken(ValueFlow.FromEntry(body, stepsOfNone, place), Condition.AwaitedUnset);",
            "            ?? null;",
            "Report.Conditions.ConditionsTests"),
        new(
            "A task is asked after it was awaited, when its box is another call's.",
            "TaskSteps.cs",
            "questions.Contains(taken.Consumer) ? StepKind.Asks",
            "questions.Contains(taken.Consumer) ? StepKind.Ignores",
            "Report.Conditions.ConditionsTests"),
        new(
            "A task that is null is found out where it is called, outside the handlers around its question.",
            "KeptTaskRecogniser.cs",
            "IsReachedAtOnce(store, taker) && HandlersOf(call).SequenceEqual(HandlersOf(taker))",
            "IsReachedAtOnce(store, taker)",
            "DirectAwaits.DecisionTests"),
        new(
            "What stands behind GetAwaiter is taken for the store of the awaiter, whatever it is.",
            "AwaitChange.cs",
            "return suspension.Stores.Contains(getAwaiter.Next) &&\n            (",
            "return (",
            "DirectAwaits.ForeignShapesTests"),
        new(
            "A field keeps the type of a linked awaiter where its machine keeps its builder.",
            "UnlinkedAwaits.cs",
            "field.FieldType = AwaiterFor(field.FieldType);",
            "_ = AwaiterFor(field.FieldType);",
            "Verification.WeaverCheckTests.Finds_nothing_in_fixtures"),
    ];
}
