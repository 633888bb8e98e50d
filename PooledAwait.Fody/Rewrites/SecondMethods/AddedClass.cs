using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites;

/// <summary>Adds static classes that are marked as compiler-generated.</summary>
internal static class AddedClass
{
    public static TypeDefinition In(ModuleDefinition module, string @namespace, string name)
    {
        var made = Make(module, @namespace, name, TypeAttributes.NotPublic);
        module.Types.Add(made);
        return made;
    }

    /// <summary>Adds a nested class to a type. The class gets copies of the type's type parameters.</summary>
    public static TypeDefinition NestedIn(TypeDefinition type, string name)
    {
        var made = Make(type.Module, "", name, TypeAttributes.NestedAssembly);
        var own = new TypeSubstitution(parameter => made.GenericParameters[parameter.Position]);
        CopiedSignature.AddTypeParameters([.. type.GenericParameters], made, own.Of);
        type.NestedTypes.Add(made);
        return made;
    }

    private static TypeDefinition Make(ModuleDefinition module, string @namespace, string name, TypeAttributes visibility) =>
        new(@namespace, name, TypeAttributes.Abstract | TypeAttributes.Sealed | TypeAttributes.BeforeFieldInit | visibility, module.TypeSystem.Object)
        {
            CustomAttributes = { CompilerGenerated.In(module) },
        };
}
