using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Program;

/// <summary>
/// Finds the method that a virtual call reaches on an object whose exact type is known. Follows the runtime's rules, as far as code of the C# compiler needs
/// them. Finds no method if more than one is possible, if runtimes differ, or if a rule would have to be guessed. Never finds default implementations of
/// interfaces.
/// </summary>
internal sealed class ImplementationSearch
{
    private readonly WovenProgram _program;
    private readonly Supertypes _supertypes;
    private readonly Variance _variance;
    private readonly IReadOnlyList<TypeReference> _classes;
    private readonly VirtualSlot _slot;
    private readonly string _signature;

    private ImplementationSearch(WovenProgram program, TypeReference type, VirtualSlot slot)
    {
        _program = program;
        _supertypes = new Supertypes(program);
        _variance = new Variance(program);
        _classes = _supertypes.ClassesOf(type);
        _slot = slot;
        _signature = slot.SignatureIn(program);
    }

    /// <param name="program">The modules that are woven together.</param>
    /// <param name="type">The object's type.</param>
    /// <param name="slot">
    /// The called slot (a virtual method). <see cref="VirtualSlot.Type"/> must be <paramref name="type"/> itself or a supertype of it, with the type arguments
    /// with which <paramref name="type"/> inherits or implements it.
    /// </param>
    /// <returns>The implementation, or the reason why none is found.</returns>
    public static Recognised<Implementation> Find(WovenProgram program, TypeReference type, VirtualSlot slot)
    {
        var search = new ImplementationSearch(program, type, slot);
        if (!slot.DeclaringType.IsInterface)
        {
            return search.Certain(search.OfClass());
        }

        var found = search.Certain(search.OfInterface(out var level));
        return found.Value is not { } implementation || search.OthersBefore(level).All(other => LeadsTo(implementation, other))
            ? found
            : search.Not(Condition.VariantMethods);

        bool LeadsTo(Implementation implementation, VirtualSlot other)
        {
            var search = new ImplementationSearch(program, type, other);
            return search.Certain(search.OfInterface(out _)).Value?.Method == implementation.Method;
        }
    }

    private Recognised<Implementation> Certain(Recognised<Implementation> found) =>
        found.Value != null && UnifiedSignatures.Exist(_program, _classes, _slot) ? Not(Condition.SeveralMethods) : found;

    /// <summary>Returns the implementation of a class's slot. The class that declares the slot is always among the classes of the object's type.</summary>
    private Recognised<Implementation> OfClass() => Overriding(Enumerable.Range(0, _classes.Count).First(i => Definition(i) == _slot.DeclaringType), _slot.Method);

    private Refusal Not(Condition condition) => condition.With(_classes[0], _slot.Method);

    /// <summary>
    /// Returns other slots that a call of the slot may reach: the slot's method in the same generic interface with other type arguments. A class may implement
    /// a variant interface several times, with different type arguments. .NET searches from the object's class to its bases. In each class, .NET looks first
    /// for the called interface, and then for a constructed interface that converts to the called interface. So .NET may find another constructed interface
    /// before it reaches the class with the called interface, but Mono always takes the called interface. The call's target is known only if all these
    /// constructed interfaces lead to one method.
    /// </summary>
    /// <param name="level">The index of the class at which the search for the called interface ended.</param>
    /// <remarks>
    /// Usually, this method examines only the classes before <paramref name="level"/>, which are nearer to the object's class. It examines all classes if the
    /// interface has code for the slot, and one of the nearer classes has a public virtual method with the slot's name. In that case, a base may declare
    /// another constructed interface without a method for it, so that calls would run the interface's code. But if the nearer class has an abstract base, .NET
    /// does not run the interface's code. It calls the public method of the nearer class, even if that class does not implement the interface.
    /// </remarks>
    private IEnumerable<VirtualSlot> OthersBefore(int level) =>
        from i in Enumerable.Range(0, _slot.Method.HasBody && Enumerable.Range(0, level).Any(HasNamesake) ? _classes.Count : level)
        from type in _supertypes.InterfacesOf(_classes[i]).Concat(Overridden(i))
        where _program.Find(type) == _slot.DeclaringType && !IsSlotType(type) && _variance.MayStandFor(type, _slot.Type)
        select _slot with { Type = type };

    /// <param name="level">
    /// The index of the class at which the search ended. The runtime finds the slot's implementation at that class, or at a class nearer to the object's class.
    /// </param>
    private Recognised<Implementation> OfInterface(out int level)
    {
        // True if a class that was searched before implements the interface but has no method for the slot. In this case, a public method of a base class
        // implements the slot if the method has the slot's name and signature.
        var isSoughtByName = false;
        for (level = 0; level < _classes.Count; level++)
        {
            var i = level;
            var named = Named(i).ToList();
            if (named.Count > 0)
            {
                // A class may implement the same constructed interface as its base, although the class's code does not show that. An example is D<T> : C, I<T>,
                // if C implements I<int> explicitly and T is int. If a class has a public method with the slot's name, the runtime may take that method, not
                // the explicit one. So the search then finds no method.
                return named.Count > 1 ? Not(Condition.SeveralMethods)
                    : isSoughtByName && (Enumerable.Range(0, _classes.Count).Any(HasNamesake) || MayHaveNamesakeOutside()) ? Not(Condition.ImplementedAgain)
                    : Overriding(i, named[0]);
            }

            var implements = Implements(i);
            if (!implements && !isSoughtByName)
            {
                continue;
            }

            var alike = Alike(i, _signature).Where(method => method.IsPublic).ToList();
            if (alike.Count > 1)
            {
                return Not(Condition.SeveralMethods);
            }

            if (alike.Count == 1)
            {
                return HasBaseThatNames(i) || (!implements && HasBaseThatImplements(i)) ? Not(Condition.ImplementedAgain) : Overriding(i, alike[0]);
            }

            isSoughtByName = true;
        }

        return Not(Condition.DefaultImplementation);
    }

    /// <summary>Returns the method that runs in place of a virtual method of one of the classes.</summary>
    private Recognised<Implementation> Overriding(int index, MethodDefinition method)
    {
        var found = new Implementation(method, _classes[index]);
        var nearer = Enumerable.Range(0, index).Reverse().ToList();
        if (method.IsFinal || method.IsPrivate)
        {
            return found;
        }

        // A method of a nearer class may override this method explicitly, as a method with a covariant return does.
        if (nearer.Any(i => Definition(i).Methods.Any(other => other.Overrides.Any(overridden => overridden.Name == method.Name && !IsOfInterface(overridden)))))
        {
            return Not(Condition.CovariantReturn);
        }

        foreach (var i in nearer)
        {
            var alike = Alike(i, found.SignatureIn(_program), method.Name).ToList();
            if (alike.Count > 1)
            {
                return Not(Condition.SeveralMethods);
            }

            // A method with a new slot hides this slot from all nearer classes.
            if (alike.Count == 1 && alike[0].IsNewSlot)
            {
                break;
            }

            found = alike.Count == 1 ? new Implementation(alike[0], _classes[i]) : found;
        }

        return found;
    }

    private IEnumerable<MethodDefinition> Alike(int index, string signature, string? name = null) => VirtualSlot.MethodsOf(_classes[index], name ?? _slot.Method.Name, signature, _program);

    /// <summary>
    /// Returns whether a class has a public virtual method with the slot's name. Such a method may implement the interface, with any type arguments, for this
    /// class or for a class nearer to the object's class.
    /// </summary>
    private bool HasNamesake(int index) => Definition(index).Methods.Any(method => method.IsVirtual && method.IsPublic && method.Name == _slot.Method.Name);

    /// <summary>
    /// Returns whether a base outside the program has a public virtual method with the slot's name. Also true if one of these bases cannot be found.
    /// </summary>
    private bool MayHaveNamesakeOutside() => _program.OutsideBases.Of(Definition(_classes.Count - 1)) is not { } bases ||
        bases.Any(type => _program.OutsideBases.MethodsOf(type, _slot.Method.Name).Any(method => method.IsPublic));

    private bool Implements(int index) => _supertypes.InterfacesOf(_classes[index]).Any(IsSlotType);

    private bool HasBaseThatImplements(int index) => HasBaseThatNames(index) || Enumerable.Range(index + 1, _classes.Count - index - 1).Any(Implements);

    /// <summary>
    /// Returns whether a base implements the slot explicitly. If a class then implements the interface again, by a method with the slot's name, .NET calls this
    /// method, but Mono calls the base's method.
    /// </summary>
    private bool HasBaseThatNames(int index) => Enumerable.Range(index + 1, _classes.Count - index - 1).Any(i => Named(i).Any());

    /// <summary>Returns the methods of a class that implement the slot explicitly.</summary>
    private IEnumerable<MethodDefinition> Named(int index) => Definition(index).Methods.Where(method => method.Overrides.Any(overridden => IsSlot(overridden, _classes[index])));

    private IEnumerable<TypeReference> Overridden(int index) =>
        Definition(index).Methods.SelectMany(method => method.Overrides).Select(overridden => TypeSubstitution.InstanceOf(_classes[index], overridden.DeclaringType));

    private bool IsSlot(MethodReference overridden, TypeReference type) =>
        overridden.Name == _slot.Method.Name && IsSlotType(TypeSubstitution.InstanceOf(type, overridden.DeclaringType)) && overridden.Definition() == _slot.Method;

    private bool IsSlotType(TypeReference type) => _program.Find(type) == _slot.DeclaringType && _program.KeyOf(type) == _program.KeyOf(_slot.Type);

    private static bool IsOfInterface(MethodReference overridden) => overridden.DeclaringType.Resolve() is { IsInterface: true };

    private TypeDefinition Definition(int index) => _program.Find(_classes[index])!;
}
