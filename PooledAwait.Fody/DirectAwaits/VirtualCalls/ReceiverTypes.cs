using Mono.Cecil;

namespace PooledAwait.Fody.DirectAwaits.VirtualCalls;

/// <summary>The types of a module that objects can be of, by the classes that they inherit from and the interfaces that they implement.</summary>
/// <remarks>The module is read once, at the first question.</remarks>
internal sealed class ReceiverTypes(ModuleDefinition module)
{
    private readonly Lazy<ILookup<TypeDefinition, TypeDefinition>> _bySupertype = new(() => Read(module));

    /// <summary>In the order of the module.</summary>
    public IEnumerable<TypeDefinition> Of(TypeDefinition supertype) => _bySupertype.Value[supertype];

    private static ILookup<TypeDefinition, TypeDefinition> Read(ModuleDefinition module) => module.GetTypes()
        .Where(type => !type.IsAbstract && !type.IsInterface)
        .SelectMany(type => SupertypesOf(type).Distinct().Select(supertype => (Supertype: supertype, Type: type)))
        .ToLookup(pair => pair.Supertype, pair => pair.Type);

    private static IEnumerable<TypeDefinition> SupertypesOf(TypeDefinition type)
    {
        foreach (var inherited in Supertypes.ClassesOf(type))
        {
            yield return (TypeDefinition)inherited.GetElementType();
            foreach (var implemented in Supertypes.InterfacesOf(inherited))
            {
                yield return (TypeDefinition)implemented.GetElementType();
            }
        }
    }
}
