namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>The differences between the overload with a state and the overload without a state, apart from the state itself.</summary>
internal sealed record Counterpart
{
    /// <summary>
    /// The static property that returns the object on which a changed call is made. Null unless the overload without a state is static, and the overload with a
    /// state is an instance method.
    /// </summary>
    public StaticProperty? Receiver { get; init; }

    /// <summary>The name of the overload with a state; null if both overloads have the same name.</summary>
    public string? Name { get; init; }

    /// <summary>
    /// The arguments that the overload with a state takes after the state. If the original call passes arguments after its delegate, those arguments take the
    /// place of the first arguments in this list.
    /// </summary>
    public IReadOnlyList<ConstantArgument> Tail { get; init; } = [];
}

/// <summary>An argument that is the same for every call.</summary>
/// <param name="Type">The full name of the parameter's type.</param>
internal abstract record ConstantArgument(string Type)
{
    /// <param name="library">Makes references to the base library's types.</param>
    /// <returns>The instruction that loads the argument. Null if the argument is the value of a static property that the base library does not have.</returns>
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
