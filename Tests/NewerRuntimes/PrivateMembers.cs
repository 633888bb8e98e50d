using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.NewerRuntimes;

/// <summary>Reads a build of PooledAwait.Runtime, and finds the private members of the base library that this build uses.</summary>
internal static class PrivateMembers
{
    private const string CoreLibrary = "System.Private.CoreLib";

    /// <summary>
    /// Returns the types and members of System.Private.CoreLib to which the build refers, and the members for which it has accessors. (References to public
    /// members name the assemblies to which applications refer, for example System.Runtime.)
    /// </summary>
    public static IReadOnlyList<string> Of(ModuleDefinition runtime) =>
    [
        .. runtime.GetTypeReferences().Where(IsPrivate).Select(MemberText.Of)
            .Concat(runtime.GetMemberReferences().Where(member => IsPrivate(member.DeclaringType.GetElementType())).Select(MemberText.Of))
            .Concat(Methods(runtime).SelectMany(Accessed))
            .Distinct().Order(StringComparer.Ordinal),
    ];

    /// <summary>Returns the names that the build may look up by reflection: all strings in types that look up a type or member by name.</summary>
    public static IReadOnlyList<string> NamedIn(ModuleDefinition runtime) =>
    [
        .. (
           from type in runtime.GetTypes()
           let instructions = type.Methods.Where(method => method.HasBody).SelectMany(method => method.Body.Instructions).ToList()
           where instructions.Any(AsksForMember)
           from instruction in instructions
           where instruction.OpCode == OpCodes.Ldstr
           select (string)instruction.Operand).Order(StringComparer.Ordinal),
    ];

    /// <summary>Returns the given members that a base library lacks.</summary>
    public static IEnumerable<string> MissingIn(ModuleDefinition baseLibrary, IEnumerable<string> members)
    {
        var all = baseLibrary.GetTypes().SelectMany(type => type.Methods.Concat<MemberReference>(type.Fields).Append(type)).Select(MemberText.Of).ToHashSet(StringComparer.Ordinal);
        return members.Where(member => !all.Contains(member));
    }

    /// <summary>
    /// Finds classes that implement a private interface, but lack one of its members. Returns the missing members. .NET cannot load such a class.
    /// </summary>
    public static IEnumerable<string> NotImplemented(ModuleDefinition baseLibrary, ModuleDefinition runtime) =>
        from type in Boxes(runtime)
        from implemented in type.Interfaces
        where IsPrivate(implemented.InterfaceType)
        from member in baseLibrary.GetType(implemented.InterfaceType.FullName).Methods
        let text = MemberText.Of(member)
        let own = text.Replace($" {member.DeclaringType.FullName}::", "::")
        where member.IsAbstract
        where !type.Methods.SelectMany(method => method.Overrides).Any(overridden => MemberText.Of(overridden) == text)
        where !Inheritance(type).SelectMany(level => level.Methods)
            .Any(method => method.IsPublic && method.IsVirtual && MemberText.Of(method).Replace($" {method.DeclaringType.FullName}::", "::") == own)
        select $"{type.FullName}: {text}";

    /// <summary>Returns the classes that implement private interfaces of the base library.</summary>
    public static IEnumerable<TypeDefinition> Boxes(ModuleDefinition runtime) =>
        runtime.GetTypes().Where(type => type.Interfaces.Any(implemented => IsPrivate(implemented.InterfaceType)));

    private static bool IsPrivate(TypeReference type) => type.Scope.Name == CoreLibrary;

    private static IEnumerable<MethodDefinition> Methods(ModuleDefinition runtime) => runtime.GetTypes().SelectMany(type => type.Methods);

    private static IEnumerable<string> Accessed(MethodDefinition accessor)
    {
        const int Constructor = 0, StaticMethod = 2, Field = 3;
        var parameters = accessor.Parameters.Select(parameter => parameter.ParameterType).ToList();
        foreach (var attribute in accessor.CustomAttributes.Where(attribute => attribute.AttributeType.Name == "UnsafeAccessorAttribute"))
        {
            var kind = (int)attribute.ConstructorArguments[0].Value;
            var name = attribute.Properties.SingleOrDefault(property => property.Name == "Name").Argument.Value as string ?? accessor.Name;
            var target = kind == Constructor ? accessor.ReturnType : parameters[0] is ByReferenceType reference ? reference.ElementType : parameters[0];
            yield return kind switch
            {
                Constructor => MemberText.OfMethod(isInstance: true, accessor.Module.TypeSystem.Void, target, ".ctor", 0, parameters),
                >= Field => MemberText.OfField(((ByReferenceType)accessor.ReturnType).ElementType, target, name),
                _ => MemberText.OfMethod(kind != StaticMethod, accessor.ReturnType, target, name, accessor.GenericParameters.Count, parameters.Skip(1)),
            };
        }
    }

    private static bool AsksForMember(Instruction instruction) =>
        instruction.Operand is MethodReference { DeclaringType.FullName: "System.Type", Name: "GetType" or "GetMember" or "GetField" or "GetProperty" or "GetMethod" or "GetConstructor" or "GetEvent" or "GetNestedType" or "InvokeMember", HasParameters: true };

    private static IEnumerable<TypeDefinition> Inheritance(TypeDefinition? type)
    {
        for (; type != null; type = type.BaseType?.GetElementType() as TypeDefinition)
        {
            yield return type;
        }
    }
}
