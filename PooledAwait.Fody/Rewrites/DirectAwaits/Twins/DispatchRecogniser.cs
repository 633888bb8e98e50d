using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// For a virtual call, finds the types in the program whose implementation of the called method can have a twin. Types of other assemblies, or types that are
/// made at run time, may override or implement this method, too. The dispatch method, which replaces the call, does not test for these types. So calls on
/// objects of these types behave as before.
/// </summary>
/// <param name="modules">The modules that are woven together.</param>
/// <param name="module">The calling module.</param>
/// <param name="receivers">Finds the types of the program that derive from or implement a given type.</param>
/// <param name="twins">Decides which methods can have a twin.</param>
internal sealed class DispatchRecogniser(WovenModules modules, ModuleDefinition module, ReceiverTypes receivers, TwinPlan twins)
{
    /// <summary>
    /// The largest number of types that a dispatch method tests for. The tests run one after another, so each test slows down the calls on objects of all later
    /// types. If there are more types, the dispatch method tests only for the first ones.
    /// </summary>
    private const int MaximumReceivers = 8;

    private readonly ReceiverTypes _types = receivers;
    private readonly Remoting _remoting = new(module);
    private readonly RequiredAssemblies _required = new(modules.Program);
    private readonly LoadableTypes _loadable = new(modules.Program);
    private readonly Dictionary<(MethodDefinition Method, string Type), Recognised<Dispatch>> _known = [];
    private readonly Dictionary<(MethodDefinition Method, string Type), IReadOnlyList<Receiver>> _receivers = [];

    /// <param name="called">The called method, as the call refers to it.</param>
    /// <param name="method">The definition of the called method, which is virtual.</param>
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

    /// <summary>Returns the implementations in the program that a virtual call may reach, whether or not they can have twins.</summary>
    /// <param name="called">The called method, as the call refers to it.</param>
    /// <param name="method">The definition of the called method, which is virtual.</param>
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
            // A dispatch method has the slot's trimming attributes. If the dispatch method were in a nested type, a trimmer would warn about these attributes
            // wherever the program reflects over nested types.
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

    /// <summary>
    /// Returns why no dispatch method can replace a virtual call. If a known implementation cannot have a twin, returns why it cannot. If all known
    /// implementations can have twins, returns why the call cannot use the twins. If the weaver knows no implementation for certain, returns why it refused the
    /// first type.
    /// </summary>
    private Recognised<Dispatch> WhyNot(VirtualSlot slot)
    {
        foreach (var receiver in ReceiversOf(slot))
        {
            if (twins.WhyNoTwin(receiver.Implementation.Method) is { } refusal)
            {
                return refusal with { Detail = modules.NameOf(receiver.Implementation.Method) };
            }
        }

        var refused = ReceiversOf(slot).FirstOrDefault() is { } known ? WhyNotSeen(slot, known) : _types.Of(slot.DeclaringType).Select(type => ReceiverOf(type, slot).Refusal!).First();
        return refused with { Detail = modules.NameOf(slot.Method) };
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

    /// <summary>
    /// Finds the implementation that a call reaches on an object of the type. Refuses if the implementation is not certain, or if the dispatch method cannot
    /// test for the type or call the implementation's twin.
    /// </summary>
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

    /// <summary>
    /// Returns whether an implementation's type parameters have the same constraints as the slot's type parameters. Compilers ensure this, with one exception:
    /// if type arguments turn a constraint of the slot into <c>object</c>, which every type meets, the implementation does not have this constraint.
    /// </summary>
    private bool IsGenericAlike(Implementation implementation, VirtualSlot slot) => implementation.Method.GenericParameters.Zip(slot.Method.GenericParameters, (own, declared) =>
        own.Attributes == declared.Attributes && Constraints(own, implementation.Type).SetEquals(Constraints(declared, slot.Type))).All(isAlike => isAlike);

    private HashSet<string> Constraints(GenericParameter parameter, TypeReference type) =>
        [.. parameter.Constraints.Select(constraint => modules.Program.KeyOf(TypeSubstitution.InstanceOf(type, constraint.ConstraintType)))];
}
