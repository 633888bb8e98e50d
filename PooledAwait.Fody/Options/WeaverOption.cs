namespace PooledAwait.Fody.Options;

/// <summary>
/// An option of the weaver. An attribute or an element with the option's name sets the option in FodyWeavers.xml. A property of the build
/// (<see cref="BuildProperties.Of"/>) can set the option, too.
/// </summary>
/// <param name="Name">The option's name.</param>
/// <param name="Kind">The values that the option can have.</param>
/// <param name="Default">The option's default; a description if the default is not a single value.</param>
/// <param name="Set">
/// Sets the option to a value that <paramref name="Kind"/> has read, or that <c>[PooledAwait]</c> contains. In <c>[PooledAwait]</c>, a value of an enumeration
/// is a number.
/// </param>
/// <param name="Summary">What the option does, in one sentence or more.</param>
/// <param name="IsInAttribute">Whether <c>[PooledAwait]</c> has a property with the option's name.</param>
internal sealed record WeaverOption(string Name, OptionKind Kind, string Default, Func<WeaverOptions, object, WeaverOptions> Set, string Summary, bool IsInAttribute = false)
{
    private const string PatternsOfTypes =
        "A pattern is a full type name (Namespace.Outer+Inner, Namespace.Generic`1), which includes nested types, or a method (Namespace.Type::Method). " + Wildcards;

    private const string Wildcards = "* stands for any text. Separate patterns by |, or write one per line in an element or a property.";

    private static readonly string s_stateObjects = AllBut((PooledStateObjects.All & ~DefaultStateObjects.Value).ToString().Split([", "], StringSplitOptions.None));

    /// <summary>
    /// All options, in the order in which they are applied. A command generates all lists of options from this property (docs/contributing.md).
    /// </summary>
    public static IReadOnlyList<WeaverOption> All { get; } =
    [
        new(
            "Builders", OptionKind.AnyOf<PooledBuilders>(), "All", (options, value) => options with { Builders = (PooledBuilders)value },
            "Which kinds of async methods get pooled builders.",
            IsInAttribute: true),
        new(
            "DirectAwaits", OptionKind.Switch, "true", (options, value) => options with { DirectAwaits = (bool)value },
            "Whether awaited calls of the assembly's own Task methods are made without a task.",
            IsInAttribute: true),
        new(
            "TimedWaits", OptionKind.Switch, "true", (options, value) => options with { TimedWaits = (bool)value },
            "Whether awaited calls of Task.Delay and WaitAsync, and of Task.WhenAny with a Task.Delay, make no task and leave no timer.",
            IsInAttribute: true),
        new(
            "WhenAny", OptionKind.OneOf<PooledWhenAny>(), "All", (options, value) => options with { WhenAny = (PooledWhenAny)value },
            "Which calls of Task.WhenAny are rewritten. None: no call. Tasks: only calls with three or four tasks; each still makes its own task, even if it is awaited. All: also awaited calls with two tasks. Awaited calls with two, three or four tasks then make no task.",
            IsInAttribute: true),
        new(
            "StateObjects", OptionKind.AnyOf<PooledStateObjects>(), s_stateObjects, (options, value) => options with { StateObjects = (PooledStateObjects)value },
            "The methods whose calls are rewritten. If a call of such a method passes a lambda that captures variables, the rewritten call passes the variables as a state object.",
            IsInAttribute: true),
        new(
            "ContinueWith", OptionKind.Switch, "what StateObjects says", (options, value) => options with
            {
                StateObjects = (bool)value ? options.StateObjects | PooledStateObjects.ContinueWith : options.StateObjects & ~PooledStateObjects.ContinueWith,
            },
            "Whether ContinueWith is one of the StateObjects. This option wins over the option StateObjects.",
            IsInAttribute: true),
        new(
            "Include", OptionKind.Patterns, "every type", (options, value) => options with { Include = (IReadOnlyList<ScopePattern>)value },
            $"Patterns of the types and methods to weave; all others are left alone. {PatternsOfTypes} Cannot be combined with Exclude."),
        new(
            "Exclude", OptionKind.Patterns, "no type", (options, value) => options with { Exclude = (IReadOnlyList<ScopePattern>)value },
            $"Patterns of the types and methods to leave alone. {PatternsOfTypes} Cannot be combined with Include."),
        new(
            "OptIn", OptionKind.Switch, "false", (options, value) => options with { OptIn = (bool)value },
            "Whether the weaver changes only what carries [PooledAwait], or lies inside something that does."),
        new(
            "HarmlessAttributes", OptionKind.Patterns, "none", (options, value) => options with { HarmlessAttributes = (IReadOnlyList<ScopePattern>)value },
            $"Patterns of attributes (full type names) that no tool and no code acts on. Methods that carry them may get second methods, which woven code calls in their place. {Wildcards}"),
        new(
            "MinimumStateMachineSize", OptionKind.Bytes, "32", (options, value) => options with { MinimumStateMachineSize = (int)value },
            "An async Task method keeps its builder if its state machine is smaller than this (estimated bytes).",
            IsInAttribute: true),
        new(
            "Suppress", OptionKind.Warnings, "none", (options, value) => options with { Suppress = (IReadOnlyList<string>)value },
            "Identifiers of warnings and messages to suppress, such as PA001, separated by a semicolon, a comma or |."),
        new(
            "Verify", OptionKind.OneOf<VerifyLevel>(), "Warn", (options, value) => options with { Verify = (VerifyLevel)value },
            "What the build does if a method's woven code does not pass the check at the end of the weave. Warn: it leaves the method alone, with a warning. Error: it fails. None: it checks nothing."),
        new(
            "Report", OptionKind.OneOf<ReportLevel>(), "Summary", (options, value) => options with { Report = (ReportLevel)value },
            "What a build reports. None: nothing. Summary: one line. Full: the line, and three files in the intermediate output folder: a page for a browser, a JSON file and a text. Each lists every method that was changed, and every method that was left alone, with the reason."),
        new(
            "Snapshots", OptionKind.Switch, "false", (options, value) => options with { Snapshots = (bool)value },
            "Whether the build writes the IL of every changed method, before and after, as text into the intermediate output folder."),
    ];

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(option => option.Name)];

    /// <summary>Returns the text for a default of StateObjects that contains all methods except the given ones.</summary>
    public static string AllBut(IEnumerable<string> methods) => $"all but {string.Join(" and ", methods)}";

    /// <summary>What the option does, and its default. For an option that can combine several values, the text also lists the values.</summary>
    public string Documentation => Kind.Combines
        ? $"{Summary} Any of {string.Join(", ", Kind.Words.Except(["None", "All"]))}, separated by a comma or |; or All; or None. The default is {Default}."
        : $"{Summary} The default is {Default}.";
}
