using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Compiled;

namespace PooledAwait.Fody.DirectAwaits.VirtualCalls;

/// <summary>
/// The classes that the methods stand in which virtual calls go to: one of the module, and one nested in each type whose private types or members such methods
/// name. Nothing is added to an interface, nor to what objects are made of.
/// </summary>
internal sealed class DispatchTypes(ModuleDefinition module)
{
    /// <summary>One that no language can write.</summary>
    private const string Name = "<PooledAwait>Dispatch";

    /// <summary>The class at a place; made where there is none.</summary>
    public TypeDefinition In(DispatchPlace place)
    {
        var siblings = place.Type?.NestedTypes ?? module.Types;
        if (siblings.FirstOrDefault(type => type.Name.Split('`')[0] == Name && CompilerGenerated.IsOn(type)) is { } existing)
        {
            return existing;
        }

        var parameters = place.Type?.GenericParameters.ToArray() ?? [];
        var made = new TypeDefinition(
            "",
            parameters.Length == 0 ? Name : $"{Name}`{parameters.Length}",
            TypeAttributes.Abstract | TypeAttributes.Sealed | TypeAttributes.BeforeFieldInit | (place.Type == null ? TypeAttributes.NotPublic : TypeAttributes.NestedAssembly),
            module.TypeSystem.Object);
        var own = new TypeSubstitution(parameter => made.GenericParameters[parameter.Position]);
        CopiedSignature.AddTypeParameters(parameters, made, own.Of);
        made.CustomAttributes.Add(CompilerGenerated.In(module));
        siblings.Add(made);
        return made;
    }

    /// <summary>The method of that signature that a class has; null where there is none. Two of one signature are no valid assembly.</summary>
    public static MethodDefinition? MadeBefore(TypeDefinition holder, MethodDefinition method) => holder.Methods.FirstOrDefault(other =>
        other.Name == method.Name && other.GenericParameters.Count == method.GenericParameters.Count &&
        other.Parameters.Select(parameter => TypeKey.Of(parameter.ParameterType)).SequenceEqual(method.Parameters.Select(parameter => TypeKey.Of(parameter.ParameterType))));
}
