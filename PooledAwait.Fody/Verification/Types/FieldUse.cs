namespace PooledAwait.Fody.Verification;

/// <summary>A field as an instruction names it.</summary>
/// <param name="Reference">The reference in the instruction.</param>
/// <param name="Definition">The field's definition; null if the definition is not found.</param>
/// <param name="DeclaringType">The declaring type that the reference names.</param>
internal sealed record FieldUse(FieldReference Reference, FieldDefinition? Definition, TypeReference DeclaringType)
{
    /// <summary>The field's type, with the declaring type's type arguments in place of type parameters.</summary>
    public TypeReference Type { get; } = TypeSubstitution.InstanceOf(DeclaringType, Reference.FieldType);

    public bool OnlyReads => TypeShape.OnlyReads(Reference.FieldType);

    public bool IsInitOnly => Definition is { IsInitOnly: true };

    public override string ToString() => $"{DeclaringType.FullName}::{Reference.Name}";
}
