using ICSharpCode.Decompiler.TypeSystem;
using ICSharpCode.Decompiler.TypeSystem.Implementation;

namespace Tests.Verification;

/// <summary>What the code of one type may see of others (ECMA-335, I.8.5.3).</summary>
internal sealed class Visibility(ITypeDefinition from)
{
    private const string IgnoresAccessChecksTo = "System.Runtime.CompilerServices.IgnoresAccessChecksToAttribute";

    private readonly Dictionary<IEntity, bool> _seen = [];

    private readonly HashSet<string> _unchecked =
    [
        .. from.ParentModule!.GetAssemblyAttributes()
            .Where(attribute => attribute.AttributeType.FullName == IgnoresAccessChecksTo)
            .Select(attribute => attribute.FixedArguments is [{ Value: string assembly }] ? assembly : ""),
    ];

    public bool Sees(IType type) => StorageType.Plain(type) switch
    {
        TypeWithElementType composed => Sees(composed.ElementType),
        ParameterizedType generic => Sees(generic.GenericType) && generic.TypeArguments.All(Sees),
        ITypeDefinition definition => SeesDefinition(definition),
        _ => true,
    };

    /// <summary>True where the member may be used, and all that its name consists of.</summary>
    public bool Sees(IMember member) =>
        SeesDefinition(member.MemberDefinition) && Sees(member.DeclaringType!) && (member is not IMethod method || method.TypeArguments.All(Sees));

    /// <summary>
    /// True where a protected member of an object may be used: objects of a type that this code's type derives from are not enough.
    /// </summary>
    public bool SeesThrough(IMember member, IType receiver)
    {
        if (member.IsStatic
            || member.Accessibility is not (Accessibility.Protected or Accessibility.ProtectedOrInternal or Accessibility.ProtectedAndInternal)
            || receiver.GetDefinition() is not { } type || SeesInternals(member) && member.Accessibility == Accessibility.ProtectedOrInternal)
        {
            return true;
        }

        return Enclosing(from).Any(own => own.Equals(member.DeclaringTypeDefinition) || type.IsDerivedFrom(own));
    }

    private bool SeesDefinition(IEntity entity)
    {
        if (!_seen.TryGetValue(entity, out var result))
        {
            _seen[entity] = result = IsUnchecked(entity) || (entity.DeclaringTypeDefinition is not { } outer || SeesDefinition(outer)) && entity.Accessibility switch
            {
                Accessibility.Public or Accessibility.None => true,
                Accessibility.Private => Enclosing(from).Contains(entity.DeclaringTypeDefinition),
                Accessibility.Internal => SeesInternals(entity),
                Accessibility.Protected => Inherits(entity),
                Accessibility.ProtectedOrInternal => Inherits(entity) || SeesInternals(entity),
                Accessibility.ProtectedAndInternal => Inherits(entity) && SeesInternals(entity),
                _ => false,
            };
        }

        return result;
    }

    /// <summary>Whether the code's assembly has named the entity's in an <c>IgnoresAccessChecksTo</c>, which the runtimes heed although no standard knows it.</summary>
    private bool IsUnchecked(IEntity entity) =>
        entity.ParentModule is { } module && module != from.ParentModule && _unchecked.Contains(module.AssemblyName);

    private bool Inherits(IEntity entity) =>
        entity.DeclaringTypeDefinition is { } declaring && Enclosing(from).Any(own => own.IsDerivedFrom(declaring));

    private bool SeesInternals(IEntity entity) =>
        entity.ParentModule is not { } module || module == from.ParentModule || module.InternalsVisibleTo(from.ParentModule!);

    private static IEnumerable<ITypeDefinition> Enclosing(ITypeDefinition type)
    {
        for (var current = type; current is not null; current = current.DeclaringTypeDefinition!)
        {
            yield return current;
        }
    }
}
