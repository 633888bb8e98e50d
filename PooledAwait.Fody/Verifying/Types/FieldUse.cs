using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;

namespace PooledAwait.Fody.Verifying.Types;

/// <summary>A field as an instruction names it.</summary>
/// <param name="Reference">What the instruction names.</param>
/// <param name="Definition">What that is; null where it is not found.</param>
/// <param name="DeclaringType">The type that it is named on.</param>
internal sealed record FieldUse(FieldReference Reference, FieldDefinition? Definition, TypeReference DeclaringType)
{
    /// <summary>Its type, with the arguments of the declaring type put in.</summary>
    public TypeReference Type { get; } = TypeSubstitution.InstanceOf(DeclaringType, Reference.FieldType);

    public bool OnlyReads => TypeShape.OnlyReads(Reference.FieldType);

    public bool IsInitOnly => Definition is { IsInitOnly: true };

    public override string ToString() => $"{DeclaringType.FullName}::{Reference.Name}";
}
