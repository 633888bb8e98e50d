using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Values;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>Lets awaited delays and timeouts share pooled timers: <c>Task.Delay</c>, <c>WaitAsync</c>, and <c>Task.WhenAny</c> with a delay.</summary>
/// <param name="module">The woven module.</param>
/// <param name="methods">The methods that can replace a call.</param>
/// <param name="fields">Finds the machine's fields that hold local variables.</param>
internal sealed class TimedWaitRewrite(WovenModule module, TimedMethods methods, MachineFields fields) : SiteRewrite<TimedWaitSite, TimedWait>(module)
{
    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => TimedMethods.RuntimeTypes;

    public override Rewrite Name => Rewrite.TimedWaits;

    /// <summary>For each module, recognises all calls that wait for a time, and then changes them.</summary>
    public static void ApplyTo(WovenModules modules)
    {
        var fields = new MachineFields(modules.Program, TaskType.Is);
        foreach (var module in modules.All)
        {
            var methods = new TimedMethods(module);
            Driver.Apply(new TimedWaitRewrite(module, methods, fields), new TimedWaitChange(module, methods));
        }
    }

    public override IEnumerable<MethodDefinition> Methods() =>
        Module.Uses.MethodsWhere(member => member is MethodReference method && TimedOverload.Of(method) != null).Where(AwaitRecogniser.Awaits);

    public override IEnumerable<TimedWaitSite> SitesIn(MethodDefinition method)
    {
        var recogniser = new Lazy<TimedWaitRecogniser>(() => new TimedWaitRecogniser(method, methods, fields));
        return TimedWaitRecogniser.CallsIn(method).Select(call => new TimedWaitSite(call, recogniser));
    }

    public override Instruction At(TimedWaitSite site) => site.Call;

    /// <summary>
    /// Returns the reason if the rewrite is switched off for a call; otherwise null. To save time, the weaver does not analyse calls for which the rewrite is
    /// switched off. So the weaver also reports those calls whose task no code awaits.
    /// </summary>
    public override Reason? WhyOff(TimedWaitSite site, MethodSettings settings) => settings.TimedWaits ? null : Reason.SwitchedOff;

    public override BytesSaved? WouldSave(TimedWaitSite site, MethodSettings settings) =>
        site.Recogniser.Value.Recognise(site.Call)?.Value is { } value ? Saved(value) : null;

    public override Recognised<TimedWait>? Recognise(TimedWaitSite site, MethodSettings settings) => site.Recogniser.Value.Recognise(site.Call);

    public override IEnumerable<MethodDefinition> Bodies(MethodDefinition method, TimedWait found) => [method];

    public override string What(TimedWait found) =>
        (found.Race == null ? "It is awaited without a task" : $"Its timer ends with the WhenAny of {found.Race.Tasks} tasks that gets it, which is awaited without a task") +
        (found.Overload.HasProvider ? ", if its TimeProvider is the system's." : ".");

    public override BytesSaved Saved(TimedWait found) => TimedWaitSavings.Of(found);
}

/// <summary>A call of <c>Task.Delay</c> or <c>WaitAsync</c> in a method that awaits.</summary>
/// <param name="Call">The call.</param>
/// <param name="Recogniser">Examines the method that contains the call.</param>
internal sealed record TimedWaitSite(Instruction Call, Lazy<TimedWaitRecogniser> Recogniser);
