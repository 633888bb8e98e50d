using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification;

/// <summary>The kinds of value that instructions tell apart (ECMA-335, I.12.3.2.1).</summary>
internal enum StackKind : byte
{
    /// <summary>Of a type that could not be found; nothing is said of it.</summary>
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
/// <param name="Type">Of an object its class, null for the null literal; of a managed pointer, what it points to; of numbers nothing.</param>
/// <param name="Function">What a native integer points to that came from ldftn or ldvirtftn.</param>
internal readonly record struct StackValue(StackKind Kind, IType? Type = null, StackMarks Marks = StackMarks.None, IMethod? Function = null)
{
    public static readonly StackValue Null = new(StackKind.Reference);

    public bool Is(StackMarks mark) => (Marks & mark) != 0;

    public StackValue With(StackMarks marks) => this with { Marks = Marks | marks };

    public StackValue Without(StackMarks marks) => this with { Marks = Marks & ~marks };

    /// <summary>How a value of a declared type lies on the stack.</summary>
    public static StackValue Of(IType declared)
    {
        var type = StorageType.Plain(declared);
        switch (type.Kind)
        {
            case TypeKind.Unknown:
                return default;
            case TypeKind.ByReference:
                return new StackValue(StackKind.ManagedPointer, StorageType.Plain(((ByReferenceType)type).ElementType));
            case TypeKind.Pointer or TypeKind.FunctionPointer:
                return new StackValue(StackKind.NativeInt);
            case TypeKind.TypeParameter:
                return new StackValue(StackKind.Value, type);
            case TypeKind.Enum:
                return Of(type.GetDefinition()!.EnumUnderlyingType!);
            case TypeKind.Struct or TypeKind.Void:
                return type.GetDefinition()?.KnownTypeCode switch
                {
                    KnownTypeCode.Boolean or KnownTypeCode.Char or KnownTypeCode.SByte or KnownTypeCode.Byte
                        or KnownTypeCode.Int16 or KnownTypeCode.UInt16
                        or KnownTypeCode.Int32 or KnownTypeCode.UInt32 => new StackValue(StackKind.Int32),
                    KnownTypeCode.Int64 or KnownTypeCode.UInt64 => new StackValue(StackKind.Int64),
                    KnownTypeCode.IntPtr or KnownTypeCode.UIntPtr => new StackValue(StackKind.NativeInt),
                    KnownTypeCode.Single or KnownTypeCode.Double => new StackValue(StackKind.Float),
                    _ => new StackValue(StackKind.Value, type),
                };
            default:
                return new StackValue(StackKind.Reference, type);
        }
    }

    public override string ToString() => Kind switch
    {
        StackKind.Reference when Type is null => "null",
        StackKind.Reference when Type.IsReferenceType != true => $"boxed {Type.ReflectionName}",
        StackKind.Reference or StackKind.Value => Type!.ReflectionName,
        StackKind.ManagedPointer => $"{Type!.ReflectionName}&",
        _ => Kind.ToString(),
    };
}
