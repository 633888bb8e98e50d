namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>How the overload with a state differs from the one without, apart from the state.</summary>
internal sealed record Counterpart
{
    /// <summary>The object that it is called on, if the overload without a state is static.</summary>
    public StaticProperty? Receiver { get; init; }

    /// <summary>Its name, if it has another one.</summary>
    public string? Name { get; init; }

    /// <summary>Its last arguments. A call that has parameters after its delegate passes the first of them itself.</summary>
    public IReadOnlyList<ConstantArgument> Tail { get; init; } = [];
}

/// <summary>An argument that is the same at every call.</summary>
/// <param name="Type">The parameter's type.</param>
internal abstract record ConstantArgument(string Type)
{
    /// <param name="library">The library that the types come from.</param>
    /// <returns>The instruction that loads it; null if the library does not contain it.</returns>
    public abstract Instruction? Load(LibraryTypes library);
}

/// <summary>A number or an enumeration's value.</summary>
internal sealed record Int32Argument(string Type, int Value) : ConstantArgument(Type)
{
    public override Instruction? Load(LibraryTypes library) => Value switch
    {
        0 => Instruction.Create(OpCodes.Ldc_I4_0),
        8 => Instruction.Create(OpCodes.Ldc_I4_8),
        _ => Instruction.Create(OpCodes.Ldc_I4, Value),
    };
}

/// <summary>The value of a static property.</summary>
internal sealed record StaticProperty(string DeclaringType, string Name, string Type) : ConstantArgument(Type)
{
    public override Instruction? Load(LibraryTypes library)
    {
        if (library.Find(DeclaringType) is not { } declaring || library.Find(Type) is not { } type)
        {
            return null;
        }

        var getter = MemberReferences.Static(declaring, $"get_{Name}", type);
        return getter.Resolve() == null ? null : Instruction.Create(OpCodes.Call, getter);
    }
}
