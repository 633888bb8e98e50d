namespace Tests.Faults;

internal static class OptionFaults
{
    private const string Place = "FodyWeavers.xml (project folder '…'), <PooledAwait>: ";
    private const string Names = "Builders, WhenAny, ContinueWith, Include, Exclude, OptIn, MinimumStateMachineSize, Suppress, Report, Snapshots";

    public static IEnumerable<Fault> All =>
    [
        Of("An option is misspelt", "<PooledAwait Builder='Task' />", "{place}attribute 'Builder' is not known; allowed are {names}."),
        Of("An option stands in an element that is misspelt", "<PooledAwait><Pools /></PooledAwait>", "{place}element <Pools> is not known; allowed are {names}."),
        Of("An option is in a namespace of its own", "<PooledAwait xmlns:x='urn:x' x:Builders='Task' />", "{place}attribute 'Builders' is not known; allowed are {names}."),
        Of("`Builders` has an unknown word", "<PooledAwait Builders='Tasks' />", "{place}attribute 'Builders' is 'Tasks'; allowed are one or more of ValueTask, Task, Void (separated by a comma or |), or None alone, or All alone."),
        Of("`Builders` is empty", "<PooledAwait Builders='' />", "{place}attribute 'Builders' is ''; allowed are one or more of ValueTask, Task, Void (separated by a comma or |), or None alone, or All alone."),
        Of("`Builders` says none and one", "<PooledAwait Builders='None,Task' />", "{place}attribute 'Builders' lists 'None'; allowed are one or more of ValueTask, Task, Void (separated by a comma or |), or None alone, or All alone."),
        Of("`WhenAny` is a number", "<PooledAwait WhenAny='1' />", "{place}attribute 'WhenAny' is '1'; allowed are None, Tasks, All."),
        Of("`ContinueWith` is neither true nor false", "<PooledAwait ContinueWith='yes' />", "{place}attribute 'ContinueWith' is 'yes'; allowed are true, false."),
        Of("`MinimumStateMachineSize` is negative", "<PooledAwait MinimumStateMachineSize='-1' />", "{place}attribute 'MinimumStateMachineSize' is '-1'; allowed are whole numbers of bytes from 0 to 2147483647."),
        Of("`MinimumStateMachineSize` is larger than a number can be", "<PooledAwait MinimumStateMachineSize='99999999999' />", "{place}attribute 'MinimumStateMachineSize' is '99999999999'; allowed are whole numbers of bytes from 0 to 2147483647."),
        Of("`Include` has nothing between two bars", "<PooledAwait Include='A.*||B.*' />", "{place}attribute 'Include' has an empty pattern; allowed are full type names (Namespace.Outer+Inner), and methods of them (Namespace.Type::Method), in which * stands for any text, separated by | or one to a line in an element."),
        Of("`Include` has two types and a method", "<PooledAwait Include='A::B::C' />", "{place}attribute 'Include' is 'A::B::C'; allowed are full type names (Namespace.Outer+Inner), and methods of them (Namespace.Type::Method), in which * stands for any text, separated by | or one to a line in an element."),
        Of("`Include` and `Exclude` are both given", "<PooledAwait Include='A.*' Exclude='B.*' />", "{place}'Include' and 'Exclude' are both given; allowed is one of them."),
        Of("`Suppress` names no warning", "<PooledAwait Suppress='PA1' />", "{place}attribute 'Suppress' is 'PA1'; allowed are identifiers of warnings (PA and three digits), separated by a comma or |."),
        Of("`Report` has an unknown word", "<PooledAwait Report='Everything' />", "{place}attribute 'Report' is 'Everything'; allowed are None, Summary, Full."),
        Of("An option is given as an attribute and as an element", "<PooledAwait OptIn='true'><OptIn>true</OptIn></PooledAwait>", "{place}'OptIn' is given more than once; allowed is one attribute or one element."),
        Of("An option's element has an element", "<PooledAwait><OptIn><True /></OptIn></PooledAwait>", "{place}element <OptIn> has attributes or elements; allowed is text."),
        Of("Text stands outside of an option", "<PooledAwait>true</PooledAwait>", "{place}text 'true' stands outside an option; allowed are attributes and elements of the names {names}."),
        Of("Several things are wrong at once", "<PooledAwait Builder='Task' OptIn='1' />", "{place}attribute 'Builder' is not known; allowed are {names}.\n{place}attribute 'OptIn' is '1'; allowed are true, false."),
        new("Options", "A pattern matches nothing", Outcome.Warning, "PooledAwait PA001: the pattern 'Nowhere.*' of Include matches nothing in AssemblyToProcess.dll. Correct it or take it out. (Silenced by Suppress=\"PA001\".)", new FaultyWeave { Config = "<PooledAwait Include='C|D|Nowhere.*' />" }.Meet),
    ];

    private static Fault Of(string what, string config, string told) =>
        new("Options", what, Outcome.Error, told.Replace("{place}", Place).Replace("{names}", Names), new FaultyWeave { Config = config }.Meet);
}
