using Mono.Cecil;

namespace PooledAwait.Fody.Verifying.Types;

/// <summary>
/// What references name, each found once, and what follows from it for values of a type. What cannot be found, since its assembly is not there, is not known; nothing is said about it.
/// </summary>
internal sealed class ResolvedTypes
{
    private readonly Dictionary<TypeReference, TypeDefinition?> _types = [];
    private readonly Dictionary<MethodReference, MethodDefinition?> _methods = [];
    private readonly Dictionary<FieldReference, FieldDefinition?> _fields = [];
    private readonly Dictionary<TypeReference, StackEntry> _values = [];
    private readonly Dictionary<TypeDefinition, bool> _byRefLike = [];

    /// <summary>The definition of a class, a struct, an interface or of what is an instance of one; null of everything else, and where it is not found.</summary>
    public TypeDefinition? Of(TypeReference type)
    {
        switch (type)
        {
            case TypeDefinition definition:
                return definition;
            case GenericInstanceType instance:
                return Of(instance.ElementType);
            case TypeSpecification or GenericParameter:
                return null;
        }

        if (!_types.TryGetValue(type, out var found))
        {
            _types.Add(type, found = Found(type.Resolve));
        }

        return found;
    }

    public MethodDefinition? Of(MethodReference method)
    {
        if (method is MethodDefinition definition)
        {
            return definition;
        }

        var element = method.GetElementMethod();
        if (!_methods.TryGetValue(element, out var found))
        {
            _methods.Add(element, found = Found(element.Resolve));
        }

        return found;
    }

    public FieldDefinition? Of(FieldReference field)
    {
        if (field is FieldDefinition definition)
        {
            return definition;
        }

        if (!_fields.TryGetValue(field, out var found))
        {
            _fields.Add(field, found = Found(field.Resolve));
        }

        return found;
    }

    /// <summary>Whether a type is missing in an assembly that is there.</summary>
    public bool IsMissing(TypeReference type)
    {
        if (type is TypeSpecification or GenericParameter or TypeDefinition || Of(type) != null)
        {
            return type is GenericInstanceType instance && IsMissing(instance.ElementType);
        }

        return type.Scope switch
        {
            AssemblyNameReference assembly => Found(() => type.Module.AssemblyResolver.Resolve(assembly)) != null,
            ModuleDefinition => true,
            _ => false,
        };
    }

    /// <summary>How a value of a declared type lies on the stack.</summary>
    public StackEntry ValueOf(TypeReference declared)
    {
        if (!_values.TryGetValue(declared, out var value))
        {
            _values.Add(declared, value = Value(TypeShape.Plain(declared)));
        }

        return value;
    }

    /// <summary>Whether values of a type are objects; null where that depends on what a type parameter stands for, or is not known.</summary>
    public bool? IsReference(TypeReference type) => TypeShape.Plain(type) switch
    {
        GenericParameter parameter => IsReference(parameter),
        ArrayType => true,
        GenericInstanceType instance => Of(instance) is { } definition ? !definition.IsValueType : null,
        TypeSpecification => false,
        var plain => TypeShape.Encoded(plain) switch
        {
            MetadataType.Object or MetadataType.String => true,
            >= MetadataType.Void and <= MetadataType.Double or MetadataType.IntPtr or MetadataType.UIntPtr or MetadataType.TypedByReference => false,
            _ => Of(plain) is { } definition ? !definition.IsValueType : null,
        },
    };

    /// <summary>Whether a type lives on the stack alone.</summary>
    public bool IsByRefLike(TypeReference type)
    {
        if (TypeShape.Encoded(type) == MetadataType.TypedByReference)
        {
            return true;
        }

        if (Of(type) is not { IsValueType: true } definition)
        {
            return false;
        }

        if (!_byRefLike.TryGetValue(definition, out var result))
        {
            result = definition.HasCustomAttributes && definition.CustomAttributes.Any(attribute =>
                TypeShape.IsNamed(attribute.AttributeType, "System.Runtime.CompilerServices", "IsByRefLikeAttribute"));
            _byRefLike.Add(definition, result);
        }

        return result;
    }

    /// <summary>The number by which a type is kept in memory, signed where it is an integer; null where it is none. An enum is its integer (ECMA-335, I.8.7).</summary>
    public MetadataType? NumberOf(TypeReference type)
    {
        type = TypeShape.Plain(type);
        if (type is PointerType or FunctionPointerType)
        {
            return MetadataType.IntPtr;
        }

        switch (TypeShape.Encoded(type))
        {
            case MetadataType.Boolean or MetadataType.Byte or MetadataType.SByte:
                return MetadataType.SByte;
            case MetadataType.Char or MetadataType.UInt16 or MetadataType.Int16:
                return MetadataType.Int16;
            case MetadataType.UInt32 or MetadataType.Int32:
                return MetadataType.Int32;
            case MetadataType.UInt64 or MetadataType.Int64:
                return MetadataType.Int64;
            case MetadataType.UIntPtr or MetadataType.IntPtr:
                return MetadataType.IntPtr;
            case MetadataType.Single:
                return MetadataType.Single;
            case MetadataType.Double:
                return MetadataType.Double;
            case MetadataType.Class or MetadataType.ValueType or MetadataType.GenericInstance:
                return Of(type) is { IsEnum: true } definition ? NumberOf(definition.Fields.First(field => !field.IsStatic).FieldType) : null;
            default:
                return null;
        }
    }

    private StackEntry Value(TypeReference type)
    {
        switch (type)
        {
            case ByReferenceType reference:
                return new StackEntry(StackKind.ManagedPointer, TypeShape.Plain(reference.ElementType));
            case PointerType or FunctionPointerType:
                return new StackEntry(StackKind.NativeInt);
            case GenericParameter:
                return new StackEntry(StackKind.Value, type);
            case ArrayType:
                return new StackEntry(StackKind.Reference, type);
        }

        var number = NumberOf(type) switch
        {
            MetadataType.SByte or MetadataType.Int16 or MetadataType.Int32 => StackKind.Int32,
            MetadataType.Int64 => StackKind.Int64,
            MetadataType.IntPtr => StackKind.NativeInt,
            MetadataType.Single or MetadataType.Double => StackKind.Float,
            _ => StackKind.Unknown,
        };
        return number != StackKind.Unknown ? new StackEntry(number) : IsReference(type) switch
        {
            true => new StackEntry(StackKind.Reference, type),
            false => new StackEntry(StackKind.Value, type),
            null => default,
        };
    }

    private bool? IsReference(GenericParameter parameter)
    {
        if (parameter.HasReferenceTypeConstraint)
        {
            return true;
        }

        if (parameter.HasNotNullableValueTypeConstraint)
        {
            return false;
        }

        foreach (var constraint in parameter.Constraints)
        {
            var type = TypeShape.Plain(constraint.ConstraintType);
            if (type is GenericParameter other && other != parameter ? IsReference(other) == true
                : Of(type) is { IsInterface: false, IsValueType: false } and not { Namespace: "System", Name: "Object" or "ValueType" or "Enum" })
            {
                return true;
            }
        }

        return null;
    }

    private static T? Found<T>(Func<T?> resolve)
        where T : class
    {
        try
        {
            return resolve();
        }
        catch (Exception)
        {
            // Each resolver has exceptions of its own for a file that is not there or cannot be read.
            return null;
        }
    }
}
