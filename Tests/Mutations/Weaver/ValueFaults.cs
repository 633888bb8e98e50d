namespace Tests.Mutations.Weaver;

/// <summary>Faults in the code that follows a ValueTask to its uses.</summary>
internal static class ValueFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "A question after the consumption is forgotten at the next one before.",
            "ValueFlow.cs",
            "_askedAfterwards ??= state.IsConsumed ? taken.Consumer : null;",
            "_askedAfterwards = state.IsConsumed ? taken.Consumer : null;",
            "Builders.VisibleCallersTests", "Weaving.LeftAloneTests"),
        new(
            "What a method returns on one path and has used up on another is followed as if it were always returned.",
            "ValueFlow.cs",
            "            if (_isForked)\n",
            "            if (_isForked && position < 0)\n",
            "Weaving.LeftAloneTests"),
        new(
            "The 65th holder of a value is taken for the first.",
            "ValueFlow.cs",
            "if (_holders.Count == MaximumHolders)",
            "if (_holders.Count > MaximumHolders)",
            "Builders.VisibleCallersTests"),
        new(
            "A running machine's state of -1 is compared with its sign, and code before an inner try block is passed by.",
            "RunningPaths.cs",
            "(uint)left <= (uint)right",
            "left <= right",
            "Builders.VisibleCallersTests"),
        new(
            "A method that may be overridden is taken to be the one that a ValueTask is passed to.",
            "ValueTaskParameters.cs",
            "callee is { IsVirtual: true, IsFinal: false, DeclaringType.IsSealed: false }",
            "callee is { IsVirtual: true, IsFinal: false, DeclaringType.IsAbstract: true }",
            "Builders.ValueTaskArgumentTests"),
    ];
}
