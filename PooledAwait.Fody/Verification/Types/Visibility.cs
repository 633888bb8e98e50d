using Mono.Collections.Generic;

namespace PooledAwait.Fody.Verification;

/// <summary>Decides which types and members the code of one type may access (ECMA-335, I.8.5.3). Anything that is not found counts as accessible.</summary>
/// <remarks>
/// The weaver's analysis uses <c>DispatchPlace</c> instead. The analysis runs before the weaver adds the type that will contain the code. It also runs before
/// the weaver gives the modules access to each other's internals (<c>FriendAssembly</c>).
/// </remarks>
internal sealed class Visibility(TypeDefinition from, ResolvedTypes resolved, AssemblyAccess assemblies)
{
    private readonly List<TypeDefinition> _enclosing = [.. from.Enclosing()];
    private readonly ModuleDefinition _module = from.Module;
    private readonly Dictionary<IMemberDefinition, bool> _seen = [];

    public bool Sees(TypeReference type) => TypeShape.Plain(type) switch
    {
        GenericInstanceType instance => Sees(instance.ElementType) && SeesAll(instance.GenericArguments),
        FunctionPointerType => true,
        TypeSpecification composed => Sees(composed.ElementType),
        GenericParameter => true,
        var plain => resolved.Of(plain) is not { } definition || SeesDefinition(definition),
    };

    public bool Sees(FieldDefinition field) => SeesDefinition(field);

    /// <summary>Returns whether the code may use the method and its type arguments.</summary>
    public bool Sees(MethodUse use) =>
        (use.Definition == null || SeesDefinition(use.Definition)) && (use.Reference is not GenericInstanceMethod instance || SeesAll(instance.GenericArguments));

    /// <summary>
    /// Returns whether the code may use a member of an object. If the code may access a protected member only by inheritance, the object's type must be the
    /// code's type or an enclosing type, or must derive from one of these types.
    /// </summary>
    public bool SeesThrough(IMemberDefinition member, TypeReference receiver)
    {
        var access = AccessOf(member);
        if (access is not (Access.Family or Access.FamilyOrAssembly or Access.FamilyAndAssembly) || assemblies.IsUnchecked(_module, member.DeclaringType.Module)
            || (access == Access.FamilyOrAssembly && assemblies.SeesInternals(_module, member.DeclaringType.Module)) || member.DeclaringType.IsInterface || resolved.Of(receiver) is not { } type)
        {
            return true;
        }

        return _enclosing.Exists(own => own == member.DeclaringType || Derives(type, own));
    }

    private bool SeesAll(Collection<TypeReference> types)
    {
        foreach (var type in types)
        {
            if (!Sees(type))
            {
                return false;
            }
        }

        return true;
    }

    private bool SeesDefinition(IMemberDefinition member)
    {
        if (!_seen.TryGetValue(member, out var result))
        {
            _seen.Add(member, result = Decide(member));
        }

        return result;
    }

    private bool Decide(IMemberDefinition member)
    {
        var module = member is TypeDefinition type ? type.Module : member.DeclaringType.Module;
        if (assemblies.IsUnchecked(_module, module))
        {
            return true;
        }

        if (member.DeclaringType is { } outer && !SeesDefinition(outer))
        {
            return false;
        }

        return AccessOf(member) switch
        {
            Access.Public => true,
            Access.Private => _enclosing.Contains(member.DeclaringType),
            Access.Assembly => assemblies.SeesInternals(_module, module),
            Access.Family => Inherits(member),
            Access.FamilyOrAssembly => Inherits(member) || assemblies.SeesInternals(_module, module),
            _ => Inherits(member) && assemblies.SeesInternals(_module, module),
        };
    }

    // Protected members of interfaces always count as inherited.
    private bool Inherits(IMemberDefinition member) => member.DeclaringType.IsInterface || _enclosing.Exists(own => Derives(own, member.DeclaringType));

    private bool Derives(TypeDefinition? type, TypeDefinition from)
    {
        for (; type != null; type = type.BaseType == null ? null : resolved.Of(type.BaseType))
        {
            if (type == from || (type.BaseType != null && resolved.Of(type.BaseType) == null))
            {
                return true;
            }
        }

        return false;
    }

    private static Access AccessOf(IMemberDefinition member) => member switch
    {
        TypeDefinition { IsPublic: true } or TypeDefinition { IsNestedPublic: true } => Access.Public,
        TypeDefinition { IsNotPublic: true } or TypeDefinition { IsNestedAssembly: true } => Access.Assembly,
        TypeDefinition { IsNestedFamily: true } => Access.Family,
        TypeDefinition { IsNestedFamilyOrAssembly: true } => Access.FamilyOrAssembly,
        TypeDefinition { IsNestedFamilyAndAssembly: true } => Access.FamilyAndAssembly,
        MethodDefinition method => (Access)(method.Attributes & MethodAttributes.MemberAccessMask),
        FieldDefinition field => (Access)(field.Attributes & FieldAttributes.FieldAccessMask),
        _ => Access.Private,
    };

    /// <summary>Accessibility, encoded as in the metadata of methods and fields.</summary>
    private enum Access
    {
        CompilerControlled,
        Private,
        FamilyAndAssembly,
        Assembly,
        Family,
        FamilyOrAssembly,
        Public,
    }
}
