using Mono.Cecil;

namespace PooledAwait.Fody.Verifying.Types;

/// <summary>The kinds of value that instructions tell apart (ECMA-335, I.12.3.2.1).</summary>
internal enum StackKind : byte
{
    /// <summary>Of a type that could not be found, or made by unsafe code; nothing is said of it.</summary>
    Unknown,
    Int32,
    Int64,
    NativeInt,
    Float,

    /// <summary>An object or null; what was boxed has the type that was boxed.</summary>
    Reference,

    /// <summary>A struct, or what a type parameter stands for.</summary>
    Value,
    ManagedPointer,
}

[Flags]
internal enum StackMarks : byte
{
    None = 0,

    /// <summary>A managed pointer that nothing is to be written through.</summary>
    ReadOnly = 1,

    /// <summary>A managed pointer into this method's frame.</summary>
    Local = 2,

    /// <summary>The object of the method itself.</summary>
    This = 4,

    /// <summary>The object of a constructor that has not called its base's.</summary>
    Uninitialised = 8,

    /// <summary>A function of an object, by its own type.</summary>
    Dispatched = 16,
}

/// <summary>What is known of one value on the evaluation stack.</summary>
/// <param name="Kind">How instructions see it.</param>
/// <param name="Type">Of an object its class, null for the null literal; of a managed pointer, what it points to; of numbers nothing.</param>
/// <param name="Marks">What else is known of it.</param>
/// <param name="Function">What a native integer points to that came from ldftn or ldvirtftn.</param>
internal readonly record struct StackEntry(StackKind Kind, TypeReference? Type = null, StackMarks Marks = StackMarks.None, MethodUse? Function = null)
{
    public static readonly StackEntry Null = new(StackKind.Reference);

    public bool Is(StackMarks mark) => (Marks & mark) != 0;

    public StackEntry With(StackMarks marks) => marks == StackMarks.None ? this : this with { Marks = Marks | marks };

    public StackEntry Without(StackMarks marks) => this with { Marks = Marks & ~marks };

    public override string ToString() => Kind switch
    {
        StackKind.Reference => Type?.FullName ?? "null",
        StackKind.Value => Type!.FullName,
        StackKind.ManagedPointer => $"{Type!.FullName}&",
        _ => Kind.ToString(),
    };
}
