namespace PooledAwait.Fody.IL;

/// <summary>Copies an attribute, so that another member can have it.</summary>
internal static class CopiedAttribute
{
    /// <summary>The smallest size, in bytes, of an attribute in a file: two bytes of prolog, and two bytes for the count of named arguments.</summary>
    private const int ShortestBlob = 4;

    /// <param name="attribute">The attribute to copy.</param>
    /// <param name="constructor">
    /// The attribute's constructor, as a reference of the copy's module; null if the attribute and the copy are in one module.
    /// </param>
    public static CustomAttribute Of(CustomAttribute attribute, MethodReference? constructor = null)
    {
        if (attribute.GetBlob() is { Length: >= ShortestBlob } blob)
        {
            return new CustomAttribute(constructor ?? attribute.Constructor, blob);
        }

        // The attribute has arguments but no bytes, because it was never written to a file: a weaver that ran earlier added it.
        var copy = new CustomAttribute(constructor ?? attribute.Constructor);
        attribute.ConstructorArguments.ToList().ForEach(copy.ConstructorArguments.Add);
        attribute.Fields.ToList().ForEach(copy.Fields.Add);
        attribute.Properties.ToList().ForEach(copy.Properties.Add);
        return copy;
    }
}
