namespace Tests.Mutations.Weaver;

/// <summary>Faults in the code that follows control flow and the stack.</summary>
internal static class FlowFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "The instruction behind a try block is taken to be in it.",
            "ProtectedRegions.cs",
            "TryStart <= position && position < TryEnd",
            "TryStart <= position && position <= TryEnd",
            "IL.ControlFlowTests", "IL.LocalFlowTests"),
        new(
            "A handler is entered before the finally block that is nearer has run.",
            "ProtectedRegions.cs",
            "else if (!covering.Any(inner => inner.RunsBeforeOuterHandlers && region.Protects(inner.HandlerStart)))",
            "else",
            "IL.ControlFlowTests"),
        new(
            "What a variable holds is not followed into exception handlers.",
            "LocalFlow.cs",
            "            Follow(_flow.HandlersOf(position));\n",
            "",
            "IL.LocalFlowTests"),
        new(
            "A call through a pointer does not take the pointer.",
            "StackEffect.cs",
            "ArgumentsOf(pointed) + 1",
            "ArgumentsOf(pointed)",
            "IL.StackAnalysisTests"),
        new(
            "A switch never goes on past its targets.",
            "ControlFlow.cs",
            ".Select(Target).Append(Next(i)).Distinct()",
            ".Select(Target).Distinct()",
            "IL.StackAnalysisTests"),
        new(
            "A leave does not empty the stack.",
            "StackWalk.cs",
            "case Code.Leave or Code.Leave_S or Code.Endfinally:",
            "case Code.Endfinally:",
            "IL.StackAnalysisHandlersTests"),
        new(
            "A barrier that throws counts as one that has completed.",
            "Paths.cs",
            "Follow(withoutExceptions ? [] : flow.HandlersOf(position));",
            "Follow(withoutExceptions || closed.Contains(position) ? [] : flow.HandlersOf(position));",
            "IL.PathsTests"),
    ];
}
