using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// The classes that contain dispatch methods, which replace virtual calls. The module has one such class that is not nested. If dispatch methods use private
/// types or members of a type, this type has a nested class for them. Interfaces get no nested class.
/// </summary>
/// <remarks>
/// The module's class has a namespace, because code that enumerates the types of an assembly may expect a namespace for each type
/// (<c>type.Namespace.StartsWith("Shop")</c>). The class is in the runtime library's namespace, so that code that handles all types in one of the assembly's
/// own namespaces never finds it. Code that enumerates all types can recognise the class, because it is static, internal and compiler-generated.
/// </remarks>
internal sealed class DispatchTypes(ModuleDefinition module)
{
    /// <summary>A name that no language can express.</summary>
    private const string Name = "<PooledAwait>Dispatch";

    /// <summary>Returns the class at a place; adds it if there is none.</summary>
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
    /// The method in the class that already has the name and signature of the method to declare; null if there is none. Two such methods would make the
    /// assembly invalid.
    /// </summary>
    /// <param name="holder">The class.</param>
    /// <param name="method">The method to declare.</param>
    /// <param name="references">Returns a text that identifies a type. References to the type through different assemblies give the same text.</param>
    public static MethodDefinition? MadeBefore(TypeDefinition holder, MethodDefinition method, ImportedReferences references) => holder.Methods.FirstOrDefault(other =>
        other.Name == method.Name && other.GenericParameters.Count == method.GenericParameters.Count &&
        other.Parameters.Select(parameter => references.KeyOf(parameter.ParameterType)).SequenceEqual(method.Parameters.Select(parameter => references.KeyOf(parameter.ParameterType))));
}
