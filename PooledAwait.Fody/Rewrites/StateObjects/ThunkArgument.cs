namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>An argument that a thunk passes to the method that it calls: a parameter of the thunk, the value of a field of that parameter, the value of a static field, or null.</summary>
/// <param name="Parameter">The parameter, from 0; null for none.</param>
internal sealed record ThunkArgument(int? Parameter)
{
    public static ThunkArgument Null { get; } = new(Parameter: null);

    /// <summary>A field of the parameter's value, or a static field if there is no parameter; null for none.</summary>
    public FieldReference? Field { get; init; }

    /// <summary>The type that the parameter, an object, is cast to; null if it is passed as it is.</summary>
    public TypeReference? Cast { get; init; }

    /// <summary>Whether the parameter is a boxed value, whose method is called on the value in its box.</summary>
    public bool IsBoxed { get; init; }

    /// <summary>The same argument, with other types for the type parameters.</summary>
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
