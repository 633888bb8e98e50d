namespace Tests.Faults;

/// <summary>Faults in the weaver's element of FodyWeavers.xml.</summary>
internal static class OptionFaults
{
    private const string Place = "PooledAwait PA006: <PooledAwait> of the project in '…': ";
    private const string Names = "Builders, DirectAwaits, WhenAny, StateObjects, ContinueWith, Include, Exclude, OptIn, HarmlessAttributes, MinimumStateMachineSize, Suppress, Verify, Report, Snapshots";

    public static IEnumerable<Fault> All =>
    [
        Of("An option is misspelt", "<PooledAwait Builder='Task' />", $"{Place}attribute 'Builder' is not known; did you mean 'Builders'? Allowed are {Names}."),
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
