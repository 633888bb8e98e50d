namespace Tests.Faults;

/// <summary>Faults in the weaver's element of FodyWeavers.xml.</summary>
internal static class OptionFaults
{
    private const string Place = "PooledAwait PA006: <PooledAwait> of the project in '…': ";
    private const string Builders = "one or more of ValueTask, Task, Void (separated by a comma or |), or None alone, or All alone";
    private const string Patterns =
        "full type names (Namespace.Outer+Inner), and methods of them (Namespace.Type::Method), in which * stands for any text, " +
        "separated by | or one per line in an element";

    private const string Names = "Builders, DirectAwaits, TimedWaits, WhenAny, StateObjects, ContinueWith, Include, Exclude, OptIn, HarmlessAttributes, MinimumStateMachineSize, Suppress, Verify, Report, Snapshots";

    public static IEnumerable<Fault> All =>
    [
        Of("An option is misspelt", "<PooledAwait Builder='Task' />", $"{Place}attribute 'Builder' is not known; did you mean 'Builders'? Allowed are {Names}."),
        Of(
            "An option stands in an element that is misspelt",
            "<PooledAwait><Pools /></PooledAwait>",
            $"{Place}element <Pools> is not known; allowed are {Names}."),
        Of(
            "An option is in a namespace of its own",
            "<PooledAwait xmlns:x='urn:x' x:Builders='Task' />",
            $"{Place}attribute 'Builders' is not known; allowed are {Names}."),
        Of("`Builders` has an unknown word", "<PooledAwait Builders='Tasks' />", $"{Place}attribute 'Builders' is 'Tasks'; did you mean 'Task'? Allowed are {Builders}."),
        Of("`Builders` is empty", "<PooledAwait Builders='' />", $"{Place}attribute 'Builders' is ''; allowed are {Builders}."),
        Of(
            "`Builders` says none and one",
            "<PooledAwait Builders='None,Task' />",
            $"{Place}attribute 'Builders' lists 'None'; allowed are {Builders}."),
        Of("`WhenAny` is a number", "<PooledAwait WhenAny='1' />", $"{Place}attribute 'WhenAny' is '1'; allowed are None, Tasks, All."),
        Of(
            "`ContinueWith` is neither true nor false",
            "<PooledAwait ContinueWith='yes' />",
            $"{Place}attribute 'ContinueWith' is 'yes'; allowed are true, false."),
        Of(
            "`MinimumStateMachineSize` is negative",
            "<PooledAwait MinimumStateMachineSize='-1' />",
            $"{Place}attribute 'MinimumStateMachineSize' is '-1'; allowed are whole numbers of bytes from 0 to 2147483647."),
        Of(
            "`MinimumStateMachineSize` is larger than a number can be",
            "<PooledAwait MinimumStateMachineSize='99999999999' />",
            $"{Place}attribute 'MinimumStateMachineSize' is '99999999999'; allowed are whole numbers of bytes from 0 to 2147483647."),
        Of(
            "`Include` has nothing between two bars",
            "<PooledAwait Include='A.*||B.*' />",
            $"{Place}attribute 'Include' has an empty pattern; allowed are {Patterns}."),
        Of(
            "`Include` has two types and a method",
            "<PooledAwait Include='A::B::C' />",
            $"{Place}attribute 'Include' is 'A::B::C'; allowed are {Patterns}."),
        Of(
            "`Include` and `Exclude` are both given",
            "<PooledAwait Include='A.*' Exclude='B.*' />",
            $"{Place}'Include' and 'Exclude' are both given; only one of them is allowed."),
        Of(
            "`Suppress` names no warning",
            "<PooledAwait Suppress='PA1' />",
            $"{Place}attribute 'Suppress' is 'PA1'; allowed are identifiers of warnings (PA and three digits), separated by a semicolon, a comma or |."),
        Of(
            "`Report` has an unknown word",
            "<PooledAwait Report='Everything' />",
            $"{Place}attribute 'Report' is 'Everything'; allowed are None, Summary, Full."),
        Of(
            "An option is given as an attribute and as an element",
            "<PooledAwait OptIn='true'><OptIn>true</OptIn></PooledAwait>",
            $"{Place}'OptIn' is given more than once; only one attribute or one element is allowed."),
        Of(
            "An option's element has an element",
            "<PooledAwait><OptIn><True /></OptIn></PooledAwait>",
            $"{Place}element <OptIn> has attributes or elements; only text is allowed."),
        Of(
            "Text stands outside of an option",
            "<PooledAwait>true</PooledAwait>",
            $"{Place}text 'true' is outside any option; allowed are attributes and elements with the names {Names}."),
        Of(
            "Several things are wrong at once",
            "<PooledAwait Builder='Task' OptIn='1' />",
            $"{Place}attribute 'Builder' is not known; did you mean 'Builders'? Allowed are {Names}.\n{Place}attribute 'OptIn' is '1'; allowed are true, false."),
        new(
            "Options",
            "A pattern matches nothing",
            Outcome.Warning,
            "PooledAwait PA001: the pattern 'Nowhere.*' of Include matches nothing in AssemblyToProcess.dll. Correct or remove it. " +
                "(To silence it: <PooledAwaitSuppress>PA001</PooledAwaitSuppress>.)",
            new FaultyWeave { Config = "<PooledAwait Include='C|D|Nowhere.*' />" }.Meet),
    ];

    private static Fault Of(string what, string config, string told) =>
        new("Options", what, Outcome.Error, told, new FaultyWeave { Config = config }.Meet);
}
