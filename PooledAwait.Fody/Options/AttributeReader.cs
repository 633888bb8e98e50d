namespace PooledAwait.Fody.Options;

/// <summary>
/// Finds the attributes of PooledAwait.Runtime. An attribute's arguments are read only after its name shows that it is ours. Reading the
/// arguments of another attribute throws if one of them is an enumeration whose assembly cannot be found.
/// </summary>
/// <param name="refuse">Receives what is not allowed, and what carries the attribute.</param>
internal sealed class AttributeReader(Action<string, ICustomAttributeProvider> refuse)
{
    public static bool IsReferencedBy(ModuleDefinition module) =>
        module.AssemblyReferences.Any(reference => reference.Name == RuntimeReference.Name);

    /// <summary>What the attributes on <paramref name="place"/> say; null if none of them is ours.</summary>
    public DeclaredSettings? Read(ICustomAttributeProvider place)
    {
        if (!place.HasCustomAttributes)
        {
            return null;
        }

        var settings = place.CustomAttributes.FirstOrDefault(attribute => IsOurs(attribute, "PooledAwait.PooledAwaitAttribute"));
        var ignore = place.CustomAttributes.Any(attribute => IsOurs(attribute, "PooledAwait.PooledAwaitIgnoreAttribute"));
        if (settings != null && ignore)
        {
            refuse($"{place} carries [PooledAwait] and [PooledAwaitIgnore]; only one of them is allowed", place);
        }

        return settings == null
            ? ignore ? new DeclaredSettings { Ignore = true } : null
            : settings.Properties.Aggregate(new DeclaredSettings(), (declared, property) => Add(declared, property, place));
    }

    private DeclaredSettings Add(DeclaredSettings declared, CustomAttributeNamedArgument property, ICustomAttributeProvider place)
    {
        switch (property.Name, property.Argument.Value)
        {
            case ("Builders", int value):
                Check((value & ~(int)PooledBuilders.All) == 0, "the values of PooledBuilders and their combinations");
                return declared with { Builders = (PooledBuilders)value };
            case ("DirectAwaits", bool value):
                return declared with { DirectAwaits = value };
            case ("WhenAny", int value):
                Check(Enum.IsDefined(typeof(PooledWhenAny), value), "the values of PooledWhenAny");
                return declared with { WhenAny = (PooledWhenAny)value };
            case ("StateObjects", int value):
                Check((value & ~(int)PooledStateObjects.All) == 0, "the values of PooledStateObjects and their combinations");
                return declared with { StateObjects = (PooledStateObjects)value };
            case ("ContinueWith", bool value):
                return declared with { ContinueWith = value };
            case ("MinimumStateMachineSize", int value):
                Check(value >= 0, "numbers of bytes from 0");
                return declared with { MinimumStateMachineSize = value };
            default:
                Check(false, "Builders, DirectAwaits, WhenAny, StateObjects, ContinueWith, MinimumStateMachineSize (is PooledAwait.Runtime newer than PooledAwait.Fody?)");
                return declared;
        }

        void Check(bool allowed, string what)
        {
            if (!allowed)
            {
                refuse($"{place} carries [PooledAwait({property.Name} = {property.Argument.Value})]; allowed are {what}", place);
            }
        }
    }

    private static bool IsOurs(CustomAttribute attribute, string fullName) =>
        attribute.AttributeType.FullName == fullName && RuntimeReference.Has(attribute.AttributeType);
}
