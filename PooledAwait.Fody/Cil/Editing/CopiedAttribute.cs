using Mono.Cecil;

namespace PooledAwait.Fody.Cil.Editing;

/// <summary>Says of one member what an attribute says of another.</summary>
internal static class CopiedAttribute
{
    /// <summary>What an attribute has where it was read: its prolog, and a number of named arguments.</summary>
    private const int ShortestBlob = 4;

    /// <param name="attribute">What is copied.</param>
    /// <param name="constructor">Its constructor as the copy's module names it; null where both are of one module.</param>
    public static CustomAttribute Of(CustomAttribute attribute, MethodReference? constructor = null)
    {
        if (attribute.GetBlob() is { Length: >= ShortestBlob } blob)
        {
            return new CustomAttribute(constructor ?? attribute.Constructor, blob);
        }

        // A weaver that ran before this one made it: it was never written, and so has nothing but arguments.
        var copy = new CustomAttribute(constructor ?? attribute.Constructor);
        attribute.ConstructorArguments.ToList().ForEach(copy.ConstructorArguments.Add);
        attribute.Fields.ToList().ForEach(copy.Fields.Add);
        attribute.Properties.ToList().ForEach(copy.Properties.Add);
        return copy;
    }
}
