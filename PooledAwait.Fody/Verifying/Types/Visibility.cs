using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;

namespace PooledAwait.Fody.Verifying.Types;

/// <summary>What the code of one type may see of others (ECMA-335, I.8.5.3). What is not found is seen.</summary>
internal sealed class Visibility
{
    private const string Unchecked = "IgnoresAccessChecksToAttribute";
    private const string Friend = "InternalsVisibleToAttribute";

    private readonly ResolvedTypes _resolved;
    private readonly List<TypeDefinition> _enclosing;
    private readonly ModuleDefinition _module;
    private readonly HashSet<string> _unchecked;
    private readonly Dictionary<IMemberDefinition, bool> _seen = [];

    public Visibility(TypeDefinition from, ResolvedTypes resolved)
    {
        _resolved = resolved;
        _enclosing = [.. from.Enclosing()];
        _module = from.Module;
        _unchecked = [.. Named(_module, Unchecked)];
    }

    public bool Sees(TypeReference type) => TypeShape.Plain(type) switch
    {
        GenericInstanceType instance => Sees(instance.ElementType) && instance.GenericArguments.All(Sees),
        FunctionPointerType => true,
        TypeSpecification composed => Sees(composed.ElementType),
        GenericParameter => true,
        var plain => _resolved.Of(plain) is not { } definition || SeesDefinition(definition),
    };

    public bool Sees(FieldDefinition field) => SeesDefinition(field);

    /// <summary>True where the method may be used, and all that its name consists of.</summary>
    public bool Sees(MethodUse use) =>
        (use.Definition == null || SeesDefinition(use.Definition)) && (use.Reference is not GenericInstanceMethod instance || instance.GenericArguments.All(Sees));

    /// <summary>
    /// True where a protected member of an object may be used: objects of a type that this code's type derives from are not enough.
    /// </summary>
    public bool SeesThrough(IMemberDefinition member, TypeReference receiver)
    {
        var access = AccessOf(member);
        if (access is not (Access.Family or Access.FamilyOrAssembly or Access.FamilyAndAssembly) || IsUnchecked(member.DeclaringType.Module)
            || (access == Access.FamilyOrAssembly && SeesInternals(member.DeclaringType.Module)) || member.DeclaringType.IsInterface || _resolved.Of(receiver) is not { } type)
        {
            return true;
        }

        return _enclosing.Exists(own => own == member.DeclaringType || Derives(type, own));
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
        if (IsUnchecked(module))
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
            Access.Assembly => SeesInternals(module),
            Access.Family => Inherits(member),
            Access.FamilyOrAssembly => Inherits(member) || SeesInternals(module),
            _ => Inherits(member) && SeesInternals(module),
        };
    }

    // Of an interface: what implements it has its protected members.
    private bool Inherits(IMemberDefinition member) => member.DeclaringType.IsInterface || _enclosing.Exists(own => Derives(own, member.DeclaringType));

    private bool Derives(TypeDefinition? type, TypeDefinition from)
    {
        for (; type != null; type = type.BaseType == null ? null : _resolved.Of(type.BaseType))
        {
            if (type == from || (type.BaseType != null && _resolved.Of(type.BaseType) == null))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the code's assembly has named the other in an <c>IgnoresAccessChecksTo</c>, which the runtimes heed although no standard knows it.</summary>
    private bool IsUnchecked(ModuleDefinition module) => module != _module && module.Assembly != null && _unchecked.Contains(module.Assembly.Name.Name);

    private bool SeesInternals(ModuleDefinition module) =>
        module == _module || module.Assembly == null || _module.Assembly is { } own && Named(module, Friend).Any(friend => IsNameOf(friend, own.Name.Name));

    private static bool IsNameOf(string friend, string assembly) => friend.Split(',')[0].Trim().Equals(assembly, StringComparison.OrdinalIgnoreCase);

    private static IEnumerable<string> Named(ModuleDefinition module, string attribute) =>
        module.Assembly is not { HasCustomAttributes: true } assembly ? [] : assembly.CustomAttributes
            .Where(one => TypeShape.IsNamed(one.AttributeType, "System.Runtime.CompilerServices", attribute) && one.ConstructorArguments.Count == 1)
            .Select(one => one.ConstructorArguments[0].Value)
            .OfType<string>();

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

    /// <summary>As metadata encodes it of methods and fields.</summary>
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
