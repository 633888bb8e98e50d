namespace PooledAwait.Fody.IL;

/// <summary>The attribute <c>[CompilerGenerated]</c>, with which compilers mark code that is not in the source.</summary>
internal static class CompilerGenerated
{
    private const string Namespace = "System.Runtime.CompilerServices";
    private const string Name = "CompilerGeneratedAttribute";

    public static bool IsOn(ICustomAttributeProvider place) =>
        place.HasCustomAttributes && place.CustomAttributes.Any(attribute => attribute.AttributeType is { Namespace: Namespace, Name: Name });

    /// <summary>Creates the attribute for a module.</summary>
    public static CustomAttribute In(ModuleDefinition module)
    {
        var type = new TypeReference(Namespace, Name, module, module.TypeSystem.CoreLibrary);
        return new CustomAttribute(MemberReferences.Constructor(module, type));
    }
}
