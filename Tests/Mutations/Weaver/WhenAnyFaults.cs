namespace Tests.Mutations.Weaver;

/// <summary>Faults in the rewrite of WhenAny.</summary>
internal static class WhenAnyFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "A call of five tasks is taken for one that has a specialised method.",
            "WhenAnyRecogniser.cs",
            "(count < fewest || count > 4)",
            "(count < fewest || count > 5)",
            "WhenAny.Weaving.RecognitionTests"),
        new(
            "What is awaited as a task without a result becomes a ValueTask with one.",
            "WhenAnyRecogniser.cs",
            "level == PooledWhenAny.All && anyAwait?.Result != null ? anyAwait : null",
            "level == PooledWhenAny.All ? anyAwait : null",
            "WhenAny.Weaving.RecognitionTests", "WhenAny.Weaving.ForeignShapesTests"),
        new(
            "An array whose elements are stored in another order is not made, and its elements change places.",
            "ArgumentArrayRecogniser.cs",
            "                Constant.Of(index) != i ||\n",
            "",
            "WhenAny.Weaving.ForeignShapesTests"),
        new(
            "An array of another element type is not made, which would check what is stored into it.",
            "ArgumentArrayRecogniser.cs",
            "            type.FullName != element.FullName ||\n",
            "",
            "WhenAny.Weaving.ForeignShapesTests", "WhenAny.Weaving.RecognitionTests"),
        new(
            "An array that a branch leads past is not made, and the stack does not fit.",
            "ArgumentArrayRecogniser.cs",
            "steps.Any(Prefix.IsBefore) || !stack.AreTakenInOrder([.. steps, call])",
            "steps.Any(Prefix.IsBefore)",
            "WhenAny.Weaving.ForeignShapesTests", "WhenAny.Weaving.RecognitionTests"),
    ];
}
