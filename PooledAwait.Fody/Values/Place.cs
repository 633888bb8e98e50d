using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>A place that may hold the value that an analysis follows: a variable, or a field of the machine whose code is analysed.</summary>
internal readonly record struct Place(Variable Variable, FieldDefinition? Field)
{
    public static implicit operator Place(Variable variable) => new(variable, null);

    public static Place Of(FieldDefinition field) => new(default, field);

    /// <summary>The place's name in the source code.</summary>
    public object NameIn(MethodDefinition method) => Field ?? (object)ProgramName.Of(Variable, method);
}
