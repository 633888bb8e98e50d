namespace PooledAwait.Fody.Verification;

/// <summary>
/// Finds the definitions of types, and the form that values of the types have on the stack and in memory. Each type is resolved only once. If a type's assembly
/// is missing, the type is unknown, and the check reports nothing about the type.
/// </summary>
internal sealed class ResolvedTypes
{
    private readonly Dictionary<TypeReference, TypeDefinition?> _types = [];
    private readonly Dictionary<TypeReference, bool> _missing = [];
    private readonly Dictionary<TypeReference, StackEntry> _values = [];
    private readonly Dictionary<TypeDefinition, bool> _byRefLike = [];

    /// <summary>
    /// Returns the definition of a class, a struct or an interface. For a generic instance, returns the definition of the generic type. Returns null for other
    /// kinds of type (such as arrays), and if the definition is not found.
    /// </summary>
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
            _types.Add(type, found = Found(type, static name => name.Resolve()));
        }

        return found;
    }

    /// <summary>
    /// Returns true if a type certainly does not exist. The type's assembly must be found, and must not contain the type. If the assembly forwards the type,
    /// the same must hold for the assembly to which the type is forwarded.
    /// </summary>
    public bool IsMissing(TypeReference type)
    {
        if (type is TypeSpecification or GenericParameter or TypeDefinition || Of(type) != null)
        {
            return type is GenericInstanceType instance && IsMissing(instance.ElementType);
        }

        if (!_missing.TryGetValue(type, out var result))
        {
            _missing.Add(type, result = type.Scope is ModuleDefinition || (type.Scope is AssemblyNameReference assembly && Lacks(type.Module, assembly, Outermost(type))));
        }

        return result;
    }

    /// <summary>Returns whether a type and all its base classes can be found. If one is missing, the type may inherit members that are unknown.</summary>
    public bool HasWholeAncestry(TypeReference type)
    {
        var definition = Of(type);
        while (definition is { BaseType: { } parent })
        {
            definition = Of(parent);
        }

        return definition != null;
    }

    /// <summary>Returns how a value of a declared type is represented on the stack.</summary>
    public StackEntry ValueOf(TypeReference declared)
    {
        switch (TypeShape.Plain(declared))
        {
            case ByReferenceType reference:
                return new StackEntry(StackKind.ManagedPointer, TypeShape.Plain(reference.ElementType));
            case PointerType or FunctionPointerType:
                return new StackEntry(StackKind.NativeInt);
            case GenericParameter parameter:
                return new StackEntry(StackKind.Value, parameter);
            case ArrayType array:
                return new StackEntry(StackKind.Reference, array);
            case GenericInstanceType instance:
                // Generic instances are not cached. Each body has its own reference objects, so a cache would never find one again.
                var open = ValueOf(instance.ElementType);
                return open.Type == null ? open : open with { Type = instance };
            case var plain:
                if (!_values.TryGetValue(plain, out var value))
                {
                    _values.Add(plain, value = Value(plain));
                }

                return value;
        }
    }

    /// <summary>Returns whether values of a type are objects; null if this is unknown, or if it depends on a type argument.</summary>
    public bool? IsReference(TypeReference type) => TypeShape.Plain(type) switch
    {
        GenericParameter parameter => IsReference(parameter),
        ArrayType => true,
        GenericInstanceType instance => IsReference(instance.ElementType),
        TypeSpecification => false,
        var plain => ValueOf(plain).Kind switch
        {
            StackKind.Reference => true,
            StackKind.Unknown => null,
            _ => false,
        },
    };

    /// <summary>Returns true if a missing assembly prevents the weaver from knowing whether values of the type are objects.</summary>
    public bool IsUnknown(TypeReference type) => TypeShape.Plain(type) is var plain && IsReference(plain) == null
        && (plain is not GenericParameter parameter || parameter.Constraints.Any(constraint => TypeShape.Plain(constraint.ConstraintType) is var named && named != parameter && IsUnknown(named)));

    /// <summary>Returns whether values of a type can exist only on the stack.</summary>
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
            result = definition.IsRefStruct();
            _byRefLike.Add(definition, result);
        }

        return result;
    }

    /// <summary>
    /// Returns the number type that has the same form in memory as a type (ECMA-335, I.8.7). For an integer, a character or a Boolean, this is the signed
    /// integer type of the same size. For an enum, it is the result for the enum's underlying type. For a pointer, it is IntPtr. Returns null if values of the
    /// type are not numbers.
    /// </summary>
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
        var number = NumberOf(type) switch
        {
            MetadataType.SByte or MetadataType.Int16 or MetadataType.Int32 => StackKind.Int32,
            MetadataType.Int64 => StackKind.Int64,
            MetadataType.IntPtr => StackKind.NativeInt,
            MetadataType.Single or MetadataType.Double => StackKind.Float,
            _ => StackKind.Unknown,
        };
        if (number != StackKind.Unknown)
        {
            return new StackEntry(number);
        }

        var isReference = TypeShape.Encoded(type) switch
        {
            MetadataType.Object or MetadataType.String => true,
            >= MetadataType.Void and <= MetadataType.Double or MetadataType.IntPtr or MetadataType.UIntPtr or MetadataType.TypedByReference => false,
            _ => Of(type) is { } definition ? !definition.IsValueType : (bool?)null,
        };
        return isReference switch
        {
            true => new StackEntry(StackKind.Reference, type),
            false => new StackEntry(StackKind.Value, type),
            null => default,
        };
    }

    private static bool Lacks(ModuleDefinition from, AssemblyNameReference assembly, TypeReference type)
    {
        if (Found(assembly, from.AssemblyResolver.Resolve) is not { MainModule: var module })
        {
            return false;
        }

        var forwarded = module.HasExportedTypes ? module.ExportedTypes.FirstOrDefault(one => one.Name == type.Name && one.Namespace == type.Namespace) : null;
        return forwarded?.Scope is not AssemblyNameReference further || Lacks(module, further, type);
    }

    private static TypeReference Outermost(TypeReference type) => type.DeclaringType is { } outer ? Outermost(outer) : type;

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

    /// <summary>Finds what a name refers to; null if nothing is found.</summary>
    internal static TFound? Found<TName, TFound>(TName name, Func<TName, TFound?> resolve)
        where TFound : class
    {
        try
        {
            return resolve(name);
        }
        catch (Exception)
        {
            // Each resolver throws its own exceptions for a file that is missing or cannot be read.
            return null;
        }
    }
}
