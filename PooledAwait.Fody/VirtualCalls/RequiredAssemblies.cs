using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Programs;

namespace PooledAwait.Fody.VirtualCalls;

/// <summary>
/// The assemblies that the runtime has to find before it can compare an object's type with another: those of that type's base classes and interfaces, and of
/// the structs in its fields. A program may do without one of them as long as it uses nothing that needs it;
/// what is woven together is all there.
/// </summary>
internal sealed class RequiredAssemblies(WovenProgram program)
{
    private readonly Dictionary<TypeDefinition, HashSet<string>> _names = [];

    /// <summary>An assembly that must be there for a type to be loaded, and need not be for another, apart from what every program has; null where there is none.</summary>
    public string? Missing(TypeDefinition type, TypeDefinition other)
    {
        var there = Of(other);
        return Of(type).Where(name => !there.Contains(name)).OrderBy(name => name, StringComparer.Ordinal).FirstOrDefault();
    }

    private HashSet<string> Of(TypeDefinition type)
    {
        if (!_names.TryGetValue(type, out var names))
        {
            // Known before its parts are looked at, which may come back to it: what they add is added to it too.
            _names.Add(type, names = []);
            foreach (var part in type.DirectSupertypes().Concat(type.Fields.Select(field => field.FieldType).Where(IsStruct)))
            {
                Add(part, names);
            }
        }

        return names;
    }

    private void Add(TypeReference type, HashSet<string> names)
    {
        switch (type)
        {
            case GenericParameter:
                break;
            case GenericInstanceType instance:
                Add(instance.ElementType, names);
                instance.GenericArguments.ToList().ForEach(argument => Add(argument, names));
                break;
            case TypeSpecification specification:
                Add(specification.ElementType, names);
                break;
            case var _ when program.Find(type) is { } own:
                names.UnionWith(Of(own));
                break;
            default:
                if (type.Scope is not AssemblyNameReference assembly || !IsEverywhere(assembly.Name) || type.Resolve() == null)
                {
                    names.Add(type.Scope.Name);
                }

                break;
        }
    }

    private static bool IsStruct(TypeReference type) => type.IsValueType && !type.IsPrimitive;

    private static bool IsEverywhere(string assembly) => assembly is "mscorlib" or "netstandard" or "System" || assembly.StartsWith("System.", StringComparison.Ordinal);
}
