using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Recognises the program's types that a virtual call of one module may reach and whose method has a twin. Types that override or implement the method elsewhere, or that are made at run time, are
/// other types than these, and the change does not affect them.
/// </summary>
/// <param name="modules">The modules that are woven together.</param>
/// <param name="module">The module whose code calls.</param>
/// <param name="receivers">The types of the program, for all of its modules.</param>
/// <param name="twins">Which methods can have a twin.</param>
internal sealed class DispatchRecogniser(WovenModules modules, ModuleDefinition module, ReceiverTypes receivers, TwinPlan twins)
{
    /// <summary>How many types a call tests for. Each type costs the types after it a comparison. If there are more, the call tests for the first ones.</summary>
    private const int MaximumReceivers = 8;

    private readonly ReceiverTypes _types = receivers;
    private readonly Remoting _remoting = new(module);
    private readonly RequiredAssemblies _required = new(modules.Program);
    private readonly LoadableTypes _loadable = new(modules.Program);
    private readonly Dictionary<(MethodDefinition Method, string Type), Recognised<Dispatch>> _known = [];
    private readonly Dictionary<(MethodDefinition Method, string Type), IReadOnlyList<Receiver>> _receivers = [];

    /// <param name="called">The method as a call names it.</param>
    /// <param name="method">That method, which is virtual.</param>
    public Recognised<Dispatch> Recognise(MethodReference called, MethodDefinition method)
    {
        var slot = VirtualSlot.Of(called, method);
        var key = (method, modules.Program.KeyOf(slot.Type));
        if (!_known.TryGetValue(key, out var recognised))
        {
            _known.Add(key, recognised = Recognise(slot));
        }

        return recognised;
    }

    /// <summary>The implementations that a virtual call reaches on objects of the program's types, whether or not they have a twin.</summary>
    /// <param name="called">The method as a call names it.</param>
    /// <param name="method">That method, which is virtual.</param>
    public IEnumerable<Implementation> Implementations(MethodReference called, MethodDefinition method) =>
        ReceiversOf(VirtualSlot.Of(called, method)).Select(receiver => receiver.Implementation);

    private Recognised<Dispatch> Recognise(VirtualSlot slot)
    {
        var types = _types.Of(slot.DeclaringType).ToList();
        if (types.Count == 0)
        {
            return Reason.ImplementedElsewhere;
        }

        var open = VirtualSlot.Open(slot.Method);
        var slots = open == slot || slot.Type is not GenericInstanceType ? new[] { slot } : [slot, open];
        var found = slots.SelectMany(one => Dispatches(one, types)).OrderByDescending(dispatch => dispatch.Receivers.Count).FirstOrDefault();
        return found == null ? WhyNot(slot) : found with { Receivers = [.. found.Receivers.Take(MaximumReceivers)] };
    }

    private IEnumerable<Dispatch> Dispatches(VirtualSlot slot, IReadOnlyList<TypeDefinition> types)
    {
        var receivers = ReceiversOf(slot).Where(receiver => twins.WhyNoTwin(receiver.Implementation.Method) == null).ToList();
        foreach (var place in DispatchPlace.For(modules.Program, module, slot, types))
        {
            // If a program reflects over nested types, a trimmer warns of the dispatch method, which they did not contain before.
            if (place.Type != null && TrimmerDemands.WarnOfReflectionOver(slot.Method))
            {
                continue;
            }

            var seen = receivers.Where(receiver => place.Sees(receiver.Type) && place.Sees(receiver.Implementation.Type)).ToList();
            if (seen.Count > 0)
            {
                yield return new Dispatch(slot, place, seen);
            }
        }
    }

    /// <summary>The reason of the first type whose implementation cannot have a twin; if there is none, the reason that concerns the call.</summary>
    private Recognised<Dispatch> WhyNot(VirtualSlot slot)
    {
        foreach (var receiver in ReceiversOf(slot))
        {
            if (twins.WhyNoTwin(receiver.Implementation.Method) is { } refusal)
            {
                return Recognised<Dispatch>.Not(refusal, modules.NameOf(receiver.Implementation.Method));
            }
        }

        return Recognised<Dispatch>.Not(
            ReceiversOf(slot).FirstOrDefault() is { } known ? WhyNotSeen(slot, known) : _types.Of(slot.DeclaringType).Select(type => ReceiverOf(type, slot).Refusal!).First(),
            modules.NameOf(slot.Method));
    }

    private static Refusal WhyNotSeen(VirtualSlot slot, Receiver receiver) => TrimmerDemands.WarnOfReflectionOver(slot.Method)
        ? TrimmerDemands.Demand(slot.Method, Reason.ReceiverNotKnown)
        : Condition.NotVisible.With(slot.Method, receiver.Implementation.Method);

    private IReadOnlyList<Receiver> ReceiversOf(VirtualSlot slot)
    {
        var key = (slot.Method, modules.Program.KeyOf(slot.Type));
        if (!_receivers.TryGetValue(key, out var receivers))
        {
            _receivers.Add(key, receivers = [.. _types.Of(slot.DeclaringType).Select(type => ReceiverOf(type, slot).Value).OfType<Receiver>()]);
        }

        return receivers;
    }

    /// <summary>What a call reaches on an object of the type; or why this is not certain, or why no twin can be called there.</summary>
    private Recognised<Receiver> ReceiverOf(TypeDefinition type, VirtualSlot slot)
    {
        if (_remoting.MayStandFor(type))
        {
            return Condition.MayBeProxy.With(type);
        }

        if (_required.Missing(type, slot.DeclaringType) is { } assembly)
        {
            return Condition.AssemblyMayLack.With(type, assembly);
        }

        if (modules.Program.Modules.Count > 1 && !_loadable.Contains(type))
        {
            return Condition.CannotBeLoaded.With(type);
        }

        var named = ReceiverName.Of(modules.Program, type, slot);
        if (named.Value is not { } name)
        {
            return named.Refusal!;
        }

        var found = ImplementationSearch.Find(modules.Program, name.Type, name.Slot);
        return found.Value is not { } implementation ? found.Refusal!
            : WhyNoReceiver(implementation, slot) is { } refusal ? refusal
            : new Receiver(name.Type, implementation);
    }

    private Refusal? WhyNoReceiver(Implementation implementation, VirtualSlot slot)
    {
        var method = implementation.Method;
        return method is not { HasBody: true, IsAbstract: false } ? Condition.ImplementationWithoutCode.With(method)
            : implementation.SignatureIn(modules.Program) != slot.SignatureIn(modules.Program) ? Condition.OtherSignature.With(method, slot.Method)
            : !IsGenericAlike(implementation, slot) ? Condition.MethodConstraintsDiffer.With(method, slot.Method)
            : !TrimmerDemands.AreThoseOf(method, slot.Method) ? Condition.TrimmersAskMore.With(method, slot.Method)
            : null;
    }

    /// <summary>Whether a method's type parameters accept everything that the slot's accept. Compilers ensure this, except if the slot's type parameters may be any type.</summary>
    private bool IsGenericAlike(Implementation implementation, VirtualSlot slot) => implementation.Method.GenericParameters.Zip(slot.Method.GenericParameters, (own, declared) =>
        own.Attributes == declared.Attributes && Constraints(own, implementation.Type).SetEquals(Constraints(declared, slot.Type))).All(isAlike => isAlike);

    private HashSet<string> Constraints(GenericParameter parameter, TypeReference type) =>
        [.. parameter.Constraints.Select(constraint => modules.Program.KeyOf(TypeSubstitution.InstanceOf(type, constraint.ConstraintType)))];
}
