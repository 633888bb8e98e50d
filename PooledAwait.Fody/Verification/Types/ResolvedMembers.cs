namespace PooledAwait.Fody.Verification;

/// <summary>Resolves references to methods and fields. The result is null if the method or field is not found.</summary>
/// <remarks>
/// For a generic member, Cecil makes a new reference for each instruction that names the member. All these references come from one row in the file's metadata,
/// so the members are cached by this row. References that the weaver made have no row. There are only few such references, so their members are not cached.
/// When Cecil writes a module, the module's references move to other rows. So every check must come before the first module is written.
/// </remarks>
internal sealed class ResolvedMembers(ResolvedTypes types)
{
    private readonly Dictionary<ModuleDefinition, Dictionary<uint, MethodDefinition?>> _methods = [];
    private readonly Dictionary<ModuleDefinition, Dictionary<uint, FieldDefinition?>> _fields = [];

    public MethodDefinition? Of(MethodReference method)
    {
        var element = method.GetElementMethod();
        return element as MethodDefinition ?? Of(element, _methods, Find);
    }

    public FieldDefinition? Of(FieldReference field) => field as FieldDefinition ?? Of(field, _fields, Find);

    private static TFound? Of<TReference, TFound>(TReference member, Dictionary<ModuleDefinition, Dictionary<uint, TFound?>> all, Func<TReference, TFound?> find)
        where TReference : MemberReference
        where TFound : class
    {
        if (member.MetadataToken is not { RID: not 0 and var place, TokenType: TokenType.MemberRef })
        {
            return ResolvedTypes.Found(member, find);
        }

        if (!all.TryGetValue(member.Module, out var inFile))
        {
            all.Add(member.Module, inFile = []);
        }

        if (!inFile.TryGetValue(place, out var found))
        {
            inFile.Add(place, found = ResolvedTypes.Found(member, find));
        }

        return found;
    }

    // Searches as Cecil does, but resolves each type only once. Cecil would resolve the type each time, through a facade that forwards thousands of types.
    private MethodDefinition? Find(MethodReference method)
    {
        for (var type = types.Of(method.DeclaringType); type != null; type = type.BaseType == null ? null : types.Of(type.BaseType))
        {
            if (MetadataResolver.GetMethod(type.Methods, method) is { } found)
            {
                return found;
            }
        }

        return null;
    }

    // If a type has no fields of its own, Cecil does not search the type's base class, so this method does.
    private FieldDefinition? Find(FieldReference field)
    {
        var found = field.Resolve();
        for (var type = types.Of(field.DeclaringType); found == null && type is { HasFields: false, BaseType: { } parent }; type = types.Of(parent))
        {
            found = new FieldReference(field.Name, field.FieldType, parent).Resolve();
        }

        return found;
    }
}
