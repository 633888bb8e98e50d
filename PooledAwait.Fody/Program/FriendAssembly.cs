using Fody;

namespace PooledAwait.Fody.Program;

/// <summary>Lets one module of a program use the internal types and members of another module.</summary>
/// <remarks>
/// This class adds an attribute to the module that uses the members. Runtimes recognise the attribute by its name. <c>InternalsVisibleTo</c> in the other
/// module would have a further effect: <c>dynamic</c> calls would choose among internal overloads too.
/// </remarks>
internal static class FriendAssembly
{
    private const string Namespace = "System.Runtime.CompilerServices";
    private const string Name = "IgnoresAccessChecksToAttribute";

    /// <param name="of">The module whose internal types and members are used.</param>
    /// <param name="user">The module that uses these types and members. If both modules are the same, nothing is done.</param>
    public static void Add(ModuleDefinition of, ModuleDefinition user)
    {
        var name = of.Assembly.Name.Name;
        if (of != user && !user.Assembly.CustomAttributes.Any(attribute =>
            attribute.AttributeType is { Namespace: Namespace, Name: Name } && attribute.ConstructorArguments.FirstOrDefault().Value is string known && known == name))
        {
            user.Assembly.CustomAttributes.Add(
                new CustomAttribute(Constructor(user)) { ConstructorArguments = { new CustomAttributeArgument(user.TypeSystem.String, name) } });
        }
    }

    // No framework has the attribute as a public type, so each assembly contains its own copy.
    private static MethodDefinition Constructor(ModuleDefinition module) =>
        (module.GetType(Namespace, Name) ?? New(module)).Methods.FirstOrDefault(method =>
            method is { IsConstructor: true, IsStatic: false, Parameters.Count: 1 } && method.Parameters[0].ParameterType.MetadataType == MetadataType.String) ??
        throw new WeavingException(
            $"PooledAwait: {module.Assembly.Name.Name} declares {Namespace}.{Name} without a constructor that takes an assembly name. Add that constructor, or leave {module.Assembly.Name.Name} out.");

    private static TypeDefinition New(ModuleDefinition module)
    {
        var attribute = new TypeReference("System", "Attribute", module, module.TypeSystem.CoreLibrary);
        var type = new TypeDefinition(Namespace, Name, TypeAttributes.NotPublic | TypeAttributes.Sealed | TypeAttributes.BeforeFieldInit, attribute);
        var constructor = new MethodDefinition(
            ".ctor", MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName, module.TypeSystem.Void)
        {
            Parameters = { new ParameterDefinition("assemblyName", ParameterAttributes.None, module.TypeSystem.String) },
        };
        var code = constructor.Body.GetILProcessor();
        code.Emit(OpCodes.Ldarg_0);
        code.Emit(OpCodes.Call, MemberReferences.Constructor(module, attribute));
        code.Emit(OpCodes.Ret);
        type.Methods.Add(constructor);
        type.CustomAttributes.Add(CompilerGenerated.In(module));
        module.Types.Add(type);
        return type;
    }
}
