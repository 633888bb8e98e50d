using Mono.Cecil;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>The attribute that compilers put on what stands in no source.</summary>
internal static class CompilerGenerated
{
    private const string Namespace = "System.Runtime.CompilerServices";
    private const string Name = "CompilerGeneratedAttribute";

    public static bool IsOn(ICustomAttributeProvider place) =>
        place.HasCustomAttributes && place.CustomAttributes.Any(attribute => attribute.AttributeType is { Namespace: Namespace, Name: Name });

    public static CustomAttribute In(ModuleDefinition module) =>
        new(new MethodReference(".ctor", module.TypeSystem.Void, new TypeReference(Namespace, Name, module, module.TypeSystem.CoreLibrary)) { HasThis = true });
}
