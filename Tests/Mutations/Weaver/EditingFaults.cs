namespace Tests.Mutations.Weaver;

/// <summary>Faults in the code that edits bodies.</summary>
internal static class EditingFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "Code before the end of a try block moves the handlers' starts alone, not their ends.",
            "BodyLabels.cs",
            "            handler.TryEnd = handler.TryEnd == from ? to : handler.TryEnd;\n",
            "",
            "IL.BodyEditorInsertionTests"),
        new(
            "The targets of a switch pass inserted code by.",
            "BodyLabels.cs",
            "targets[i] = targets[i] == from ? to : targets[i];",
            "targets[i] = targets[i] ?? to;",
            "IL.BodyEditorInsertionTests"),
        new(
            "A branch stays short for a target that is one byte too far.",
            "BranchForms.cs",
            "is < sbyte.MinValue or > sbyte.MaxValue",
            "is < sbyte.MinValue or > sbyte.MaxValue + 1",
            "IL.BodyEditorTests"),
        new(
            "Debuggers step on after an await at the wrong place.",
            "BodyLabels.cs",
            "                    MoveAll(async.Resumes);\n",
            "",
            "IL.BodyEditorSymbolsTests"),
        new(
            "A sequence point stays behind where code is put before its instruction.",
            "BodyLabels.cs",
            "debug.SequencePoints[i] = Moved(debug.SequencePoints[i], to);",
            "debug.SequencePoints[i] = Moved(debug.SequencePoints[i], from);",
            "IL.BodyEditorSymbolsTests"),
        new(
            "The first instruction becomes the catch handler of an async method without one.",
            "BodyEditor.cs",
            "        _withoutCatchHandler.ForEach(async => async.CatchHandler = new InstructionOffset(-1));\n",
            "",
            "IL.BodyEditorSymbolsTests"),
        new(
            "A copy of a method without variables gets memory of the stack that is not zeroed.",
            "BodyCopy.cs",
            "original.Body.InitLocals || ",
            "",
            "DirectAwaits.ForwarderLocalFunctionTests.What_is_allocated_on_the_stack_is_zeroed_as_before"),
        new(
            "Code gets to the end of an exception filter.",
            "BodyEditor.cs",
            "position < instructions.IndexOf(filter.HandlerStart)",
            "position < instructions.IndexOf(filter.HandlerStart) - 1",
            "IL.BodyEditorInsertionTests"),
    ];
}
