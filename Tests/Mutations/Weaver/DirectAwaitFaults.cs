namespace Tests.Mutations.Weaver;

/// <summary>Faults in the code that decides which calls need no task, and that makes twins.</summary>
internal static class DirectAwaitFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "A task with a result that is awaited as one without is a ValueTask, which cannot be awaited so.",
            "TaskCallRecogniser.cs",
            "if (found.Result == null != (TaskType.ResultOf(callee.ReturnType) == null))",
            "if (found.Result != null && TaskType.ResultOf(callee.ReturnType) == null)",
            "DirectAwaits.DecisionTests"),
        new(
            "A method with an exception handler is taken for a forwarder.",
            "SecondBody.cs",
            "        : method.Body.HasExceptionHandlers ? Condition.HasTry.With(method)\n",
            "",
            "DirectAwaits.DecisionTests"),
        new(
            "A variable that was perhaps never stored into counts as a task that a forwarder returns.",
            "ForwarderRecogniser.cs",
            "if (others.Any(access => access.Kind != VariableAccessKind.Store) || locals.UsesOfInitial(variable).Contains(load))",
            "if (others.Any(access => access.Kind != VariableAccessKind.Store))",
            "DirectAwaits.ForwarderTests", "DirectAwaits.DecisionTests"),
        new(
            "A forwarder that asks which assembly calls it has a twin.",
            "SecondBody.cs",
            "[\"GetCurrentMethod\", \"GetCallingAssembly\", \"get_StackTrace\"]",
            "[\"GetCurrentMethod\", \"get_StackTrace\"]",
            "DirectAwaits.ForwarderTests", "DirectAwaits.DecisionTests"),
        new(
            "What another weaver calls in a kick-off method is bypassed by the twin.",
            "KickOff.cs",
            "isOfBuilders &= IsOfBuilder(called.DeclaringType.GetElementType());\n                    calls.Add(called.Name);",
            "calls.AddRange(IsOfBuilder(called.DeclaringType.GetElementType()) ? [called.Name] : []);",
            "Report.Conditions.ConditionsTests"),
        new(
            "A method that returns AsTask of another library's ValueTask has a twin, which saves nothing.",
            "ForwarderRecogniser.cs",
            "program.Find(returning) != null && ",
            "",
            "DirectAwaits.ForwarderTests"),
        new(
            "The ValueTask of a forwarder is dropped, if it fails on the way, without anybody hearing of it.",
            "ReturnedValueTask.cs",
            " && Behind(stores[0]) == address",
            "",
            "DirectAwaits.ForwarderTests.What_may_drop_a_task_has_no_twin"),
        new(
            "A task that another one may replace is asked whether it is null.",
            "ForwarderRecogniser.cs",
            "task.Kind == ReturnedTaskKind.Other && !IsReturnedAtOnce(task.At, method)",
            "task.Kind != ReturnedTaskKind.Other && !IsReturnedAtOnce(task.At, method)",
            "DirectAwaits.ForwarderTests.A_task_that_is_perhaps_not_returned_is_not_asked_whether_it_is_null"),
        new(
            "A local function that returns a task is copied, as if it were plain.",
            "CopiedFunctions.cs",
            " && !TaskType.Is(function.ReturnType)",
            "",
            "DirectAwaits.ForwarderLocalFunctionTests.What_has_another_use_of_what_it_holds_has_none"),
        new(
            "The copy of a local function calls the others that it was copied from.",
            "TwinBodies.cs",
            "            using var editor = new BodyEditor(copy);\n            Redirect(editor);\n",
            "",
            "DirectAwaits.ForwarderLocalFunctionTests.A_copy_calls_copies"),
        new(
            "A forwarder whose own local function has no twin has one.",
            "TwinPlan.cs",
            "WhyOwnNeeded(method) == null && ",
            "",
            "DirectAwaits.ForwarderLocalFunctionTests.What_has_another_use_of_what_it_holds_has_none"),
        new(
            "The twin of a forwarder's own local function is one by its name, and has two owners.",
            "CalledLocalFunctions.cs",
            "&& _called.Value.Contains(method)",
            "&& !_called.Value.Contains(method)",
            "DirectAwaits.ForwarderLocalFunctionTests.What_returns_the_task_of_its_own_local_function_has_one_that_is_none"),
        new(
            "A synchronized method has a twin, which takes no lock.",
            "TwinPlan.cs",
            "            : callee.IsSynchronized ? Reason.Synchronized\n",
            "",
            "DirectAwaits.DecisionTests", "DirectAwaits.ForwarderLocalFunctionTests"),
        new(
            "The task of a variable that a twin returns becomes a ValueTask behind the store.",
            "TwinBodies.cs",
            "else if (copy.OpCode.Code == Code.Ret || VariableAccess.Of(copy, twin)?.Kind == VariableAccessKind.Store)",
            "else if (copy.OpCode.Code == Code.Ret)",
            "DirectAwaits.ForwarderTests", "Snapshots.ShapeTests"),
        new(
            "A method that is new is taken for an override of what it hides.",
            "ImplementationSearch.cs",
            "if (alike.Count == 1 && alike[0].IsNewSlot)",
            "if (alike.Count > 1 && alike[0].IsNewSlot)",
            "DirectAwaits.VirtualCalls.HierarchyTests.The_search_finds_what_real_calls_reach", "DirectAwaits.VirtualCalls.ImplementationSearchTests"),
        new(
            "A method that is not public is taken for what implements an interface by its name.",
            "ImplementationSearch.cs",
            "Alike(i, _signature).Where(method => method.IsPublic).ToList()",
            "Alike(i, _signature).ToList()",
            "DirectAwaits.VirtualCalls.ImplementationSearchTests"),
        new(
            "A type whose base lies in an assembly that may be missing is asked for.",
            "DispatchRecogniser.cs",
            "if (_required.Missing(type, slot.DeclaringType) is { } assembly)",
            "if (_required.Missing(type, slot.DeclaringType) is { Length: 0 } assembly)",
            "DirectAwaits.VirtualCalls.MissingAssemblyTests"),
        new(
            "A dispatch stands where it cannot see the type around one that it asks for.",
            "DispatchPlace.cs",
            "=> Sees(type.DeclaringType),",
            "=> true,",
            "DirectAwaits.VirtualCalls.DispatchTests"),
        new(
            "A dispatch casts what is a struct to a class.",
            "DispatchMethods.cs",
            "code.Emit(receiver.Type.GetElementType().IsValueType ? OpCodes.Unbox : OpCodes.Castclass, type);",
            "code.Emit(OpCodes.Castclass, type);",
            "DirectAwaits.VirtualCalls.DispatchedTypesTests", "Snapshots.ShapeTests"),
    ];
}
