using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>A variable, or a field of the machine whose code the weaver analyses. The place may hold the value that the analysis follows.</summary>
internal readonly record struct Place(Variable Variable, FieldDefinition? Field)
{
    public static implicit operator Place(Variable variable) => new(variable, null);

    public static Place Of(FieldDefinition field) => new(default, field);

    /// <summary>Returns what the sentence of a <see cref="Condition"/> names: the field itself, or the variable's name in the source code.</summary>
    public object NameIn(MethodDefinition method) => Field ?? (object)ProgramName.Of(Variable, method);
}
