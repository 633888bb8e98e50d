namespace PooledAwait.Fody.Program;

/// <summary>
/// Finds the types of a program that the runtime can load. All base types and interfaces of such a type exist, and the type implements every member that it
/// must implement. If an assembly was compiled against an older version of another assembly, one of its types may lack a method. The program works if it never
/// uses this type, but comparing an object's type with this type would fail.
/// </summary>
internal sealed class LoadableTypes(WovenProgram program)
{
    private readonly Dictionary<TypeDefinition, bool> _known = [];

    public bool Contains(TypeDefinition type)
    {
        if (!_known.TryGetValue(type, out var isLoadable))
        {
            _known.Add(type, isLoadable = IsLoadable(type));
        }

        return isLoadable;
    }

    private bool IsLoadable(TypeDefinition type)
    {
        var supertypes = new List<(TypeReference Instance, TypeDefinition Definition)>();
        if (!TryAdd(TypeSubstitution.Itself(type), supertypes))
        {
            return false;
        }

        // Check the base class without its type arguments, too. With type arguments, another method may get the same signature as a missing method. The missing
        // method would then not be noticed.
        if (program.Find(type.BaseType) is { } inherited && !Contains(inherited))
        {
            return false;
        }

        var done = new HashSet<string>();
        foreach (var (instance, definition) in supertypes)
        {
            // An abstract class may have methods without code, which its derived classes implement.
            foreach (var method in definition.Methods.Where(method => !method.IsAbstract || (type.IsAbstract && !definition.IsInterface)))
            {
                foreach (var overridden in method.Overrides)
                {
                    done.Add(Named(overridden.Name, TypeSubstitution.InstanceOf(instance, overridden.DeclaringType)));
                }

                if (method.IsVirtual && !definition.IsInterface)
                {
                    done.Add(method.Name + VirtualSlot.SignatureOf(method, instance, program));
                }
            }
        }

        return supertypes.All(supertype => supertype.Definition.Methods.Where(method => method.IsAbstract).All(method =>
            done.Contains(method.Name + VirtualSlot.SignatureOf(method, supertype.Instance, program)) || done.Contains(Named(method.Name, supertype.Instance))));
    }

    private string Named(string method, TypeReference type) => $"{program.KeyOf(type)}::{method}";

    /// <returns>Whether the type and all that it inherits and implements can be found.</returns>
    private bool TryAdd(TypeReference type, List<(TypeReference Instance, TypeDefinition Definition)> supertypes)
    {
        if (supertypes.Any(known => program.KeyOf(known.Instance) == program.KeyOf(type)))
        {
            return true;
        }

        if (type.Resolve() is not { } definition)
        {
            return false;
        }

        supertypes.Add((type, definition));
        return definition.DirectSupertypes().All(supertype => TryAdd(TypeSubstitution.InstanceOf(type, supertype), supertypes));
    }
}
