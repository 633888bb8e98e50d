namespace PooledAwait.Fody.Verification;

/// <summary>The kinds of value that instructions distinguish (ECMA-335, I.12.3.2.1).</summary>
internal enum StackKind : byte
{
    /// <summary>A value that unsafe code made, or whose type could not be found. Nothing is reported about such a value.</summary>
    Unknown,
    Int32,
    Int64,
    NativeInt,
    Float,

    /// <summary>An object or null. A boxed value has the type that was boxed.</summary>
    Reference,

    /// <summary>A struct, or a value of a type parameter.</summary>
    Value,
    ManagedPointer,
}

[Flags]
internal enum StackMarks : byte
{
    None = 0,

    /// <summary>A managed pointer that code must not write through.</summary>
    ReadOnly = 1,

    /// <summary>A managed pointer into this method's frame.</summary>
    Local = 2,

    /// <summary>The method's own <c>this</c>.</summary>
    This = 4,

    /// <summary>The object of a constructor that has not called its base's constructor yet.</summary>
    Uninitialised = 8,

    /// <summary>A function that ldvirtftn found by the type of an object.</summary>
    Dispatched = 16,
}

/// <summary>What is known of one value on the evaluation stack.</summary>
/// <param name="Kind">The kind of value.</param>
/// <param name="Type">The type of an object or struct; null for the null literal. For a managed pointer, the type to which it points. Null for numbers.</param>
/// <param name="Marks">What else is known of the value.</param>
/// <param name="Function">The function that a native integer from ldftn or ldvirtftn points to.</param>
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
