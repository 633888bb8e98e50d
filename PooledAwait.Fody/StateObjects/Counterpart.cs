using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Types;

namespace PooledAwait.Fody.StateObjects;

/// <summary>The overload with a state, in what it differs from the one without beside the state.</summary>
internal sealed record Counterpart
{
    /// <summary>What it is called on, where the one without state is called on nothing.</summary>
    public StaticProperty? Receiver { get; init; }

    /// <summary>Its name, where that is another.</summary>
    public string? Name { get; init; }

    /// <summary>Its last arguments. A call that has parameters behind its delegate gives the first of them itself.</summary>
    public IReadOnlyList<ConstantArgument> Tail { get; init; } = [];
}

/// <summary>An argument that is the same at every call.</summary>
/// <param name="Type">The parameter's type.</param>
internal abstract record ConstantArgument(string Type)
{
    /// <param name="library">Where the types come from.</param>
    /// <returns>What loads it; null where the library has no such thing.</returns>
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

/// <summary>What a static property returns.</summary>
internal sealed record StaticProperty(string DeclaringType, string Name, string Type) : ConstantArgument(Type)
{
    public override Instruction? Load(LibraryTypes library)
    {
        if (library.Find(DeclaringType) is not { } declaring || library.Find(Type) is not { } type)
        {
            return null;
        }

        var getter = References.Static(declaring, $"get_{Name}", type);
        return getter.Resolve() == null ? null : Instruction.Create(OpCodes.Call, getter);
    }
}
