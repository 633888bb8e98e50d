using Mono.Cecil;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Following;

/// <summary>Where a followed value may lie: in a variable, or in a field of the machine whose code is looked at.</summary>
internal readonly record struct Place(Variable Variable, FieldDefinition? Field)
{
    public static implicit operator Place(Variable variable) => new(variable, null);

    public static Place Of(FieldDefinition field) => new(default, field);

    /// <summary>What a reader of the source calls it.</summary>
    public object NameIn(MethodDefinition method) => Field ?? (object)ProgramName.Of(Variable, method);
}
