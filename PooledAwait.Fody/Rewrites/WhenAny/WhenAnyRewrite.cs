using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.WhenAny;

/// <summary>
/// Changes calls of <c>Task.WhenAny</c> that pass a few tasks. A changed call uses a specialised promise: the object that waits for the tasks. If the call is
/// awaited, the promise is pooled, and no task is made.
/// </summary>
/// <param name="module">The woven module.</param>
/// <param name="methods">The methods that can replace a call.</param>
internal sealed class WhenAnyRewrite(WovenModule module, SpecializedMethods methods) : SiteRewrite<WhenAnySite, WhenAnyCall>(module)
{
    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => SpecializedMethods.RuntimeTypes;

    public override Rewrite Name => Rewrite.WhenAny;

    /// <summary>Recognises all calls of <c>WhenAny</c> in a module, and then changes them.</summary>
    public static void ApplyTo(WovenModule module)
    {
        var methods = new SpecializedMethods(module);
        Driver.Apply(new WhenAnyRewrite(module, methods), new WhenAnyChange(module, methods));
    }

    public override IEnumerable<MethodDefinition> Methods() =>
        Module.Uses.MethodsWhere(member => member is MethodReference method && WhenAnyOverload.Of(method) != null);

    public override IEnumerable<WhenAnySite> SitesIn(MethodDefinition method)
    {
        var recogniser = new Lazy<WhenAnyRecogniser>(() => new WhenAnyRecogniser(method, methods));
        return WhenAnyRecogniser.CallsIn(method).Select(call => new WhenAnySite(call, recogniser));
    }

    public override Instruction At(WhenAnySite site) => site.Call;

    public override Reason? WhyOff(WhenAnySite site, MethodSettings settings) => settings.WhenAny == PooledWhenAny.None ? Reason.SwitchedOff : null;

    public override BytesSaved? WouldSave(WhenAnySite site, MethodSettings settings) =>
        site.Recogniser.Value.Recognise(site.Call, PooledWhenAny.All).Value is { } value ? Saved(value) : null;

    public override Recognised<WhenAnyCall> Recognise(WhenAnySite site, MethodSettings settings) => site.Recogniser.Value.Recognise(site.Call, settings.WhenAny);

    public override IEnumerable<MethodDefinition> Bodies(MethodDefinition method, WhenAnyCall found) => [method];

    public override string What(WhenAnyCall found) =>
        (found switch
        {
            { Array: { } array } => $"Its {array.Count} tasks are passed without an array",
            { Overload.Parameters: WhenAnyParameters.TwoTasks } => "Its 2 tasks are passed as they were",
            { Overload.Parameters: WhenAnyParameters.Array } => "Its array is passed as it was",
            _ => "Its span is passed as it was",
        }) + (found.Await == null ? "." : ", and it is awaited without a task.");

    public override BytesSaved Saved(WhenAnyCall found) => WhenAnySavings.Of(found.Tasks, found.Array != null, isAwaited: found.Await != null);
}

/// <summary>A call of <c>Task.WhenAny</c>, or an instruction that loads the address of <c>WhenAny</c> for a delegate.</summary>
/// <param name="Call">The instruction.</param>
/// <param name="Recogniser">Examines the method that contains the call.</param>
internal sealed record WhenAnySite(Instruction Call, Lazy<WhenAnyRecogniser> Recogniser);
