using ICSharpCode.Decompiler.TypeSystem;
using ICSharpCode.Decompiler.TypeSystem.Implementation;

namespace Tests.Verification;

/// <summary>Types as places in memory: what is the same to an instruction that reads or writes there.</summary>
internal static class StorageType
{
    /// <summary>The type without custom modifiers and without being pinned.</summary>
    public static IType Plain(IType type)
    {
        while (true)
        {
            switch (type)
            {
                case ModifiedType modified:
                    type = modified.ElementType;
                    break;
                case PinnedType pinned:
                    type = pinned.ElementType;
                    break;
                default:
                    return type;
            }
        }
    }

    /// <summary>
    /// True where a pointer to one may be used as a pointer to the other: integers of one size are one type, whether signed or not, and an enum
    /// is its integer (ECMA-335, I.8.7).
    /// </summary>
    public static bool Same(IType first, IType second)
    {
        first = Plain(first);
        second = Plain(second);
        return first.Equals(second)
            || Code(first) is { } code && code == Code(second)
            || first.Kind == TypeKind.Unknown
            || second.Kind == TypeKind.Unknown;
    }

    /// <summary>The signed integer or the float that stands for the type in memory; null where it is neither.</summary>
    public static KnownTypeCode? Code(IType type)
    {
        type = Plain(type);
        if (type.Kind == TypeKind.Enum)
        {
            type = type.GetDefinition()!.EnumUnderlyingType!;
        }

        if (type.Kind is TypeKind.Pointer or TypeKind.FunctionPointer)
        {
            return KnownTypeCode.IntPtr;
        }

        return (type as ITypeDefinition)?.KnownTypeCode switch
        {
            KnownTypeCode.Boolean or KnownTypeCode.Byte or KnownTypeCode.SByte => KnownTypeCode.SByte,
            KnownTypeCode.Char or KnownTypeCode.UInt16 or KnownTypeCode.Int16 => KnownTypeCode.Int16,
            KnownTypeCode.UInt32 or KnownTypeCode.Int32 => KnownTypeCode.Int32,
            KnownTypeCode.UInt64 or KnownTypeCode.Int64 => KnownTypeCode.Int64,
            KnownTypeCode.UIntPtr or KnownTypeCode.IntPtr => KnownTypeCode.IntPtr,
            KnownTypeCode.Single => KnownTypeCode.Single,
            KnownTypeCode.Double => KnownTypeCode.Double,
            _ => null,
        };
    }
}
