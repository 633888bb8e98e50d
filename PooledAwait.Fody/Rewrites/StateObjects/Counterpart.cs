namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>How the overload that takes a state differs from the overload that takes none, apart from the state itself.</summary>
internal sealed record Counterpart
{
    /// <summary>The object on which the overload with a state is called, if only the overload without a state is static; otherwise null.</summary>
    public StaticProperty? Receiver { get; init; }

    /// <summary>The name of the overload with a state; null if both overloads have the same name.</summary>
    public string? Name { get; init; }

    /// <summary>
    /// The last arguments of the overload with a state. If a call already passes arguments after its delegate, these take the place of the first arguments in
    /// this list.
    /// </summary>
    public IReadOnlyList<ConstantArgument> Tail { get; init; } = [];
}

/// <summary>An argument that is the same for every call.</summary>
/// <param name="Type">The parameter's type.</param>
internal abstract record ConstantArgument(string Type)
{
    /// <param name="library">The library that the types come from.</param>
    /// <returns>The instruction that loads the argument; null if the library does not contain the loaded property.</returns>
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
