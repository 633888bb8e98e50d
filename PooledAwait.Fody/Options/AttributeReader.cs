namespace PooledAwait.Fody.Options;

/// <summary>
/// Reads the attributes of PooledAwait.Runtime. Recognises them by name, and never reads the arguments of other attributes. If an argument is an enumeration
/// and Cecil cannot find the enumeration's assembly, reading the arguments throws.
/// </summary>
/// <param name="refuse">Receives an error message, and the code element that carries the attribute.</param>
internal sealed class AttributeReader(Action<string, ICustomAttributeProvider> refuse)
{
    private static readonly WeaverOption[] s_options = [.. WeaverOption.All.Where(option => option.IsInAttribute)];

    public static bool IsReferencedBy(ModuleDefinition module) =>
        module.AssemblyReferences.Any(reference => reference.Name == RuntimeReference.Name);

    /// <summary>
    /// Returns the settings that the attributes on <paramref name="place"/> declare; null if none of these attributes is from PooledAwait.Runtime.
    /// </summary>
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

        return settings == null ? ignore ? DeclaredSettings.Ignored : null : new DeclaredSettings(ChangesOf(settings.Properties, place));
    }

    private IEnumerable<Func<WeaverOptions, WeaverOptions>> ChangesOf(IEnumerable<CustomAttributeNamedArgument> properties, ICustomAttributeProvider place)
    {
        var given = new Dictionary<WeaverOption, object>();
        foreach (var property in properties)
        {
            var value = property.Argument.Value;
            var option = s_options.FirstOrDefault(option => option.Name == property.Name && option.Kind.InAttribute == value?.GetType());
            if (option?.Kind.IsAllowed(value) == true)
            {
                given[option] = value;
                continue;
            }

            var allowed = option?.Kind.AllowedInAttribute ?? $"{string.Join(", ", s_options.Select(known => known.Name))} (is PooledAwait.Runtime newer than PooledAwait.Fody?)";
            refuse($"{place} carries [PooledAwait({property.Name} = {value})]; allowed are {allowed}", place);
        }

        return
            from option in s_options
            where given.ContainsKey(option)
            select new Func<WeaverOptions, WeaverOptions>(options => option.Set(options, given[option]));
    }

    private static bool IsOurs(CustomAttribute attribute, string fullName) =>
        attribute.AttributeType.FullName == fullName && RuntimeReference.Has(attribute.AttributeType);
}
