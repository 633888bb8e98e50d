using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Programs;
using PooledAwait.Fody.VirtualCalls;

namespace PooledAwait.Fody.Twins;

/// <summary>Where a method that dispatches can stand: what it names must be visible there, and it itself where the slot is called.</summary>
/// <remarks>It is of the module whose code calls. What other modules of the program keep to themselves they show to it, but for what is private.</remarks>
/// <param name="Program">What is woven together.</param>
/// <param name="Type">The type that it is nested in; null where it is nested in none.</param>
internal sealed record DispatchPlace(WovenProgram Program, TypeDefinition? Type)
{
    /// <summary>The places from which a slot can be called, those that are visible to more first.</summary>
    /// <param name="program">What is woven together.</param>
    /// <param name="module">The module whose code calls.</param>
    /// <param name="slot">What is called.</param>
    /// <param name="receivers">What else would be visible best.</param>
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

    /// <summary>Whether what stands here is generic by the type parameters of the slot's type.</summary>
    public bool IsGeneric => Type is { HasGenericParameters: true };

    public bool Sees(TypeReference type) => type switch
    {
        GenericParameter => true,
        GenericInstanceType instance => Sees(instance.ElementType) && instance.GenericArguments.All(Sees),
        TypeSpecification specification => Sees(specification.ElementType),
        _ => Program.Find(type) switch
        {
            null => true, // another program's, which this one's own members name
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
