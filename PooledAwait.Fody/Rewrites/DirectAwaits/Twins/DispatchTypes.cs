using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Finds or adds the classes that contain a module's dispatch methods. One class is outside all types. If a dispatch method uses private members or private
/// nested types of a type, the dispatch method is in a class that is nested in this type. Interfaces get no nested class.
/// </summary>
/// <remarks>
/// The class that is not nested has a namespace, because code that enumerates the types of an assembly may expect a namespace for each type
/// (<c>type.Namespace.StartsWith("Shop")</c>). The class is in the runtime library's namespace. So code that handles all types in one of the assembly's own
/// namespaces never finds the class. Code that enumerates all types can recognise the class, because the class is static, internal and compiler-generated.
/// </remarks>
internal sealed class DispatchTypes(ModuleDefinition module)
{
    /// <summary>A name that no language can express.</summary>
    private const string Name = "<PooledAwait>Dispatch";

    /// <summary>Returns the class at a place; adds the class if the place has none.</summary>
    public TypeDefinition In(DispatchPlace place)
    {
        var siblings = place.Type?.NestedTypes ?? module.Types;
        if (siblings.FirstOrDefault(type => type.Name.Split('`')[0] == Name && CompilerGenerated.IsOn(type)) is { } existing)
        {
            return existing;
        }

        return place.Type is not { } outer ? AddedClass.In(module, RuntimeReference.Namespace, Name)
            : AddedClass.NestedIn(outer, outer.HasGenericParameters ? $"{Name}`{outer.GenericParameters.Count}" : Name);
    }

    /// <summary>
    /// Finds a method of the class with the same name and signature as the method to declare. Returns null if there is none. Two such methods would make the
    /// assembly invalid.
    /// </summary>
    /// <param name="holder">The class.</param>
    /// <param name="method">The method to declare.</param>
    /// <param name="references">
    /// <see cref="MadeBefore"/> compares types by the texts that these references give (<c>KeyOf</c>). All references to a type have the same text, even if
    /// they name different assemblies.
    /// </param>
    public static MethodDefinition? MadeBefore(TypeDefinition holder, MethodDefinition method, ImportedReferences references) => holder.Methods.FirstOrDefault(other =>
        other.Name == method.Name && other.GenericParameters.Count == method.GenericParameters.Count &&
        other.Parameters.Select(parameter => references.KeyOf(parameter.ParameterType)).SequenceEqual(method.Parameters.Select(parameter => references.KeyOf(parameter.ParameterType))));
}
