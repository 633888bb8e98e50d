namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>An argument that a thunk passes to its target: a parameter of the thunk, a field of that parameter, a static field, or null.</summary>
/// <param name="Parameter">The index of the thunk's parameter, starting with 0; null if the argument does not come from a parameter.</param>
internal sealed record ThunkArgument(int? Parameter)
{
    public static ThunkArgument Null { get; } = new(Parameter: null);

    /// <summary>A field of the parameter's value, or a static field if there is no parameter; null if no field is read.</summary>
    public FieldReference? Field { get; init; }

    /// <summary>The type to which the thunk casts the parameter; null if the thunk passes the parameter without a cast.</summary>
    public TypeReference? Cast { get; init; }

    /// <summary>Whether the parameter is a boxed value, and the thunk calls the target on the value inside the box.</summary>
    public bool IsBoxed { get; init; }

    /// <summary>Returns the same argument with its type parameters substituted.</summary>
    public ThunkArgument In(TypeSubstitution substitution) => this with
    {
        Field = Field == null ? null : substitution.Of(Field),
        Cast = Cast == null ? null : substitution.Of(Cast),
    };

    public void Load(MethodDefinition method, ILProcessor code)
    {
        if (Parameter is { } parameter)
        {
            code.Append(VariableForms.Load(method.Parameters[parameter]));
            if (Field != null)
            {
                code.Emit(OpCodes.Ldfld, Field);
            }
        }
        else if (Field != null)
        {
            code.Emit(OpCodes.Ldsfld, Field);
        }
        else
        {
            code.Emit(OpCodes.Ldnull);
        }

        switch (Cast)
        {
            case null or { MetadataType: MetadataType.Object }:
                break;
            case GenericParameter:
                code.Emit(OpCodes.Unbox_Any, Cast);
                break;
            default:
                code.Emit(IsBoxed ? OpCodes.Unbox : OpCodes.Castclass, Cast);
                break;
        }
    }
}
