using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Makes calls pass a state to their delegates. The state holds what the delegates captured. Changes calls of two kinds of methods. The first are base library
/// methods that can also pass a state to their delegate. The second are the module's own methods that use their delegates only to call them.
/// </summary>
internal sealed class StateObjectRewrite(WovenModule module) : SiteRewrite<StateObjectSite, StateObjectCall>(module)
{
    private readonly ClosureRecogniser _closures = new(module.Uses, module.Report.Owners);
    private readonly OwnMethods _own = new(module);
    private readonly CapturedTasks _tasks = new(module.Uses);

    public override Rewrite Name => Rewrite.StateObjects;

    /// <summary>
    /// Recognises all calls of a module, and then changes them. The changes come last, because the rewrite must find the users of a closure class in unchanged
    /// bodies.
    /// </summary>
    /// <returns>The second methods that the rewrite needs. A second method is a copy of one of the module's methods, but takes a state in addition.</returns>
    public static InvokingTwins ApplyTo(WovenModule module)
    {
        var rewrite = new StateObjectRewrite(module);
        var findings = Driver.Find(rewrite);
        var twins = new InvokingTwins(module.Report.Owners);
        foreach (var found in findings.Select(finding => finding.Value).OfType<StateObjectCall>())
        {
            WeaveStep.About("the second method of a call", found.Caller, () => twins.Want(found));
        }

        Driver.Change(rewrite, findings, new StateObjectChange(module.Definition, twins));
        return twins;
    }

    public override IEnumerable<MethodDefinition> Methods() =>
        Module.Uses.MethodsWhere(member => member is MethodReference called && (StateMethod.Of(called) != null || _own.MayBe(called)));

    public override IEnumerable<StateObjectSite> SitesIn(MethodDefinition method)
    {
        var recogniser = new Lazy<StateObjectRecogniser>(() => new StateObjectRecogniser(method, _closures, _own, _tasks));
        return method.Body.Instructions
            .Where(instruction =>
                instruction is { OpCode.Code: Code.Call or Code.Callvirt, Operand: MethodReference called } &&
                (StateMethod.Of(called) != null || (_own.MayBe(called) && recogniser.Value.IsOfOwnMethod(instruction))))
            .Select(call => new StateObjectSite(call, recogniser));
    }

    public override Instruction At(StateObjectSite site) => site.Call;

    public override string Which(StateObjectSite site) => $"It is a call of {NameOf(site.Call)}.";

    public override Reason? WhyOff(StateObjectSite site, MethodSettings settings)
    {
        var option = StateMethod.Of((MethodReference)site.Call.Operand)?.Option ?? PooledStateObjects.OwnMethods;
        return settings.StateObjects.HasFlag(option) ? null
            : DefaultStateObjects.Value.HasFlag(option) ? Reason.SwitchedOff
            : Reason.ObservableState;
    }

    public override BytesSaved? WouldSave(StateObjectSite site, MethodSettings settings) =>
        site.Recogniser.Value.Recognise(site.Call).Value is { } value ? Saved(value) : null;

    public override Recognised<StateObjectCall> Recognise(StateObjectSite site, MethodSettings settings) =>
        site.Recogniser.Value.Recognise(site.Call) is var recognised && recognised.Refusal is { } refusal ? refusal with { Detail = Which(site) } : recognised;

    public override IEnumerable<MethodDefinition> Bodies(MethodDefinition method, StateObjectCall found) => found.Bodies;

    public override string What(StateObjectCall found)
    {
        var name = NameOf(found.Call);
        return found.Closure switch
        {
            { States: { Count: > 0 } states } =>
                $"{name} passes the captured {string.Join(", ", states.Select(state => GeneratedName.OfCaptured(state.Variable)))} as its state; there is no closure object.",
            { Lambdas.Count: 1 } => $"{name}: the lambda needs no more than its own parameter; there is no closure object.",
            { } => $"{name}: the lambdas need no more than their own parameters; there is no closure object.",
            null => $"{name} passes the delegate's object as its state.",
        };
    }

    public override BytesSaved Saved(StateObjectCall found) => new(
        Closure: found.Closure?.Classes.Sum(type => BytesSaved.ObjectHeader + BytesSaved.Reference * type.Fields.Count(field => !field.IsStatic)) ?? 0,
        Delegate: BytesSaved.OneDelegate * found.Delegates.Count(made => made.Cache == null));

    private static string NameOf(Instruction call) => ((MethodReference)call.Operand).Name;
}

/// <summary>A call of a method that takes a delegate, and can also pass a state to the delegate.</summary>
/// <param name="Call">The instruction that calls the method.</param>
/// <param name="Recogniser">The recogniser for the method that contains the call.</param>
internal sealed record StateObjectSite(Instruction Call, Lazy<StateObjectRecogniser> Recogniser);
