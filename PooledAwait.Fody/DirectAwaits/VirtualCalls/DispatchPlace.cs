using Mono.Cecil;

namespace PooledAwait.Fody.DirectAwaits.VirtualCalls;

/// <summary>Where a method that dispatches can stand: what it names must be visible there, and it itself where the slot is called.</summary>
/// <param name="Type">The type that it is nested in; null where it is nested in none.</param>
internal sealed record DispatchPlace(TypeDefinition? Type)
{
    /// <summary>The places from which a slot can be called, those that are visible to more first.</summary>
    /// <param name="slot">What is called.</param>
    /// <param name="receivers">What else would be visible best.</param>
    public static IEnumerable<DispatchPlace> For(Slot slot, IEnumerable<TypeDefinition> receivers)
    {
        var own = Enclosing(slot.DeclaringType).ToList();
        var others = receivers.SelectMany(receiver => Enclosing(receiver.DeclaringType)).Where(type => new DispatchPlace((TypeDefinition?)null).Sees(type));
        return new TypeDefinition?[] { null }.Concat(own).Concat(others).Distinct()
            .Where(type => type is null or { IsInterface: false } && (type is not { HasGenericParameters: true } || own.Contains(type) && IsGenericAlike(type, slot)))
            .Select(type => new DispatchPlace(type))
            .Where(place => place.Sees(slot));
    }

    /// <summary>Whether what stands here is generic by the type parameters of the slot's type.</summary>
    public bool IsGeneric => Type is { HasGenericParameters: true };

    public bool Sees(TypeReference type) => type switch
    {
        GenericParameter => true,
        GenericInstanceType instance => Sees(instance.ElementType) && instance.GenericArguments.All(Sees),
        TypeSpecification specification => Sees(specification.ElementType),
        TypeDefinition { IsNested: false } => true,
        TypeDefinition { IsNestedPublic: true } or TypeDefinition { IsNestedAssembly: true } or TypeDefinition { IsNestedFamilyOrAssembly: true } => Sees(type.DeclaringType),
        TypeDefinition => IsWithin(type.DeclaringType),
        _ => true, // another module's, which the module's own members name
    };

    private bool Sees(Slot slot) =>
        Sees(slot.Type) && (slot.Method is { IsPublic: true } or { IsAssembly: true } or { IsFamilyOrAssembly: true } || IsWithin(slot.DeclaringType));

    private bool IsWithin(TypeReference outer) => Type != null && Enclosing(Type).Contains(outer);

    private static bool IsGenericAlike(TypeDefinition type, Slot slot) => slot.IsOpen && type.GenericParameters.Count == slot.DeclaringType.GenericParameters.Count;

    private static IEnumerable<TypeDefinition> Enclosing(TypeDefinition? type)
    {
        for (; type != null; type = type.DeclaringType)
        {
            yield return type;
        }
    }
}
