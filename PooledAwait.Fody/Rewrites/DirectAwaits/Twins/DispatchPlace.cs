using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// A place where the class of a dispatch method can be declared: inside a type, or outside all types. Everything that the dispatch method uses must be visible
/// from this place. The dispatch method must be visible to the code that makes the virtual call.
/// </summary>
/// <remarks>
/// The place is in the calling module. This module can use internal types and members of the program's other modules, but not their private ones.
/// </remarks>
/// <param name="Program">The modules that are woven together.</param>
/// <param name="Type">The type in which the dispatch method's class is nested; null if this class is not nested.</param>
internal sealed record DispatchPlace(WovenProgram Program, TypeDefinition? Type)
{
    /// <summary>Finds the places from which a virtual method can be called. If the place outside all types is one of them, it comes first.</summary>
    /// <param name="program">The modules that are woven together.</param>
    /// <param name="module">The calling module.</param>
    /// <param name="slot">The virtual method that is called.</param>
    /// <param name="receivers">
    /// The types that the object of the call may have. The types that enclose these types are possible places. So are the slot's type and the types that
    /// enclose it.
    /// </param>
    public static IEnumerable<DispatchPlace> For(WovenProgram program, ModuleDefinition module, VirtualSlot slot, IEnumerable<TypeDefinition> receivers)
    {
        var top = new DispatchPlace(program, Type: null);
        var own = slot.DeclaringType.Enclosing().Where(type => type.Module == module).ToList();
        var others = receivers.SelectMany(receiver => receiver.DeclaringType.Enclosing()).Where(type => type.Module == module && top.Sees(type));
        return new TypeDefinition?[] { null }.Concat(own).Concat(others).Distinct()
            .Where(type => type is null or { IsInterface: false } && (type is not { HasGenericParameters: true } || own.Contains(type) && IsGenericAlike(type, slot)))
            .Select(type => new DispatchPlace(program, type))
            .Where(place => place.Sees(slot));
    }

    /// <summary>
    /// Whether the dispatch method's class already has the type parameters of the slot's type, because the class is nested in a generic type.
    /// </summary>
    public bool IsGeneric => Type is { HasGenericParameters: true };

    public bool Sees(TypeReference type) => type switch
    {
        GenericParameter => true,
        GenericInstanceType instance => Sees(instance.ElementType) && instance.GenericArguments.All(Sees),
        TypeSpecification specification => Sees(specification.ElementType),
        _ => Program.Find(type) switch
        {
            null => true, // a type from outside the program is visible, because members of the program refer to it
            { IsNested: false } => true,
            { IsNestedPublic: true } or { IsNestedAssembly: true } or { IsNestedFamilyOrAssembly: true } => Sees(type.DeclaringType),
            var own => IsWithin(own.DeclaringType),
        },
    };

    private bool Sees(VirtualSlot slot) =>
        Sees(slot.Type) && (slot.Method is { IsPublic: true } or { IsAssembly: true } or { IsFamilyOrAssembly: true } || IsWithin(slot.DeclaringType));

    private bool IsWithin(TypeReference outer) => Type.Enclosing().Contains(outer);

    private static bool IsGenericAlike(TypeDefinition type, VirtualSlot slot) => slot.IsOpen && type.GenericParameters.Count == slot.DeclaringType.GenericParameters.Count;
}
