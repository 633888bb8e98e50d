namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Estimates the bytes that a state machine takes in its box, in a 64-bit process. The exact size is not known, because a build uses reference assemblies, in
/// which structs may have other fields than at run time.
/// </summary>
internal static class StateMachineSize
{
    private const int Reference = 8;

    /// <summary>The assumed size of a struct from another assembly, if the struct is not in the tables: two references.</summary>
    private const int UnknownStruct = 16;

    private static readonly Dictionary<string, int> s_frameworkStructs = new()
    {
        ["System.DateTime"] = 8,
        ["System.DateTimeOffset"] = 16,
        ["System.DateOnly"] = 4,
        ["System.TimeOnly"] = 8,
        ["System.TimeSpan"] = 8,
        ["System.Decimal"] = 16,
        ["System.Guid"] = 16,
        ["System.Int128"] = 16,
        ["System.UInt128"] = 16,
        ["System.Half"] = 2,
        ["System.Index"] = 4,
        ["System.Range"] = 8,
        ["System.Memory`1"] = 16,
        ["System.ReadOnlyMemory`1"] = 16,
        ["System.ArraySegment`1"] = 16,
        ["System.Collections.Generic.List`1/Enumerator"] = 24,
        ["System.Threading.CancellationToken"] = 8,
        ["System.Threading.CancellationTokenRegistration"] = 16,
        ["System.Threading.Tasks.ValueTask"] = 16,
        ["System.Runtime.CompilerServices.TaskAwaiter"] = 8,
        ["System.Runtime.CompilerServices.TaskAwaiter`1"] = 8,
        ["System.Runtime.CompilerServices.ConfiguredTaskAwaitable/ConfiguredTaskAwaiter"] = 16,
        ["System.Runtime.CompilerServices.ConfiguredTaskAwaitable`1/ConfiguredTaskAwaiter"] = 16,
        ["System.Runtime.CompilerServices.ValueTaskAwaiter"] = 16,
        ["System.Runtime.CompilerServices.ConfiguredValueTaskAwaitable/ConfiguredValueTaskAwaiter"] = 16,
        ["PooledAwait.Runtime.DirectAwaiter"] = 16,
        ["System.Runtime.CompilerServices.YieldAwaitable/YieldAwaiter"] = 1,
        ["System.Runtime.CompilerServices.AsyncTaskMethodBuilder"] = 8,
        ["System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1"] = 8,
        ["System.Runtime.CompilerServices.AsyncVoidMethodBuilder"] = 16,
        ["System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder"] = 8,
    };

    /// <summary>
    /// Framework structs that contain one value whose type is the struct's type argument. Each number is the size of the struct's other data.
    /// </summary>
    private static readonly Dictionary<string, int> s_frameworkStructsOfOne = new()
    {
        ["System.Nullable`1"] = 1,
        ["System.Threading.Tasks.ValueTask`1"] = 11,
        ["System.Runtime.CompilerServices.ValueTaskAwaiter`1"] = 11,
        ["System.Runtime.CompilerServices.ConfiguredValueTaskAwaitable`1/ConfiguredValueTaskAwaiter"] = 11,
        ["PooledAwait.Runtime.DirectAwaiter`1"] = 11,
        ["System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder`1"] = 8,
    };

    /// <summary>Returns the size in bytes. For a machine that is a class, as in builds without optimisation, returns the size of a reference.</summary>
    public static int Of(TypeDefinition stateMachine) => stateMachine.IsValueType ? OfFields(stateMachine, []) : Reference;

    private static int OfFields(TypeDefinition type, IReadOnlyList<TypeReference> typeArguments)
    {
        // The runtime packs primitives that are smaller than a reference, but aligns every struct, even a small struct, to the size of a reference.
        var sizes =
            from field in type.Fields
            where !field.IsStatic
            let size = Of(field.FieldType, typeArguments)
            select IsPrimitive(field.FieldType) ? size : Align(size);
        return Align(sizes.Sum());
    }

    private static int Of(TypeReference type, IReadOnlyList<TypeReference> typeArguments)
    {
        switch (type)
        {
            case GenericParameter { Type: GenericParameterType.Type } parameter when parameter.Position < typeArguments.Count:
                return Of(typeArguments[parameter.Position], []);
            case GenericParameter or ArrayType or PointerType or ByReferenceType or FunctionPointerType:
                return Reference;
            case RequiredModifierType or OptionalModifierType:
                return Of(type.GetElementType(), typeArguments);
        }

        if (OfPrimitive(type.MetadataType) is { } primitive)
        {
            return primitive;
        }

        if (!type.IsValueType)
        {
            return Reference;
        }

        var arguments = type is GenericInstanceType instance ? instance.GenericArguments.ToArray() : [];
        var element = type.GetElementType();
        if (s_frameworkStructs.TryGetValue(element.FullName, out var known))
        {
            return known;
        }

        if (s_frameworkStructsOfOne.TryGetValue(element.FullName, out var head) && arguments.Length == 1)
        {
            return Align(head + Of(arguments[0], typeArguments));
        }

        if (element.FullName.StartsWith("System.ValueTuple`", StringComparison.Ordinal))
        {
            return Align(arguments.Sum(argument => Of(argument, typeArguments)));
        }

        return element.Scope == element.Module && element.Resolve() is { } definition ? OfDefinition(definition, arguments) : UnknownStruct;
    }

    private static int OfDefinition(TypeDefinition type, TypeReference[] typeArguments) =>
        type.IsEnum ? OfPrimitive(type.Fields.First(field => !field.IsStatic).FieldType.MetadataType) ?? UnknownStruct
        : Math.Max(type.ClassSize, OfFields(type, typeArguments));

    private static int? OfPrimitive(MetadataType type) => type switch
    {
        MetadataType.Boolean or MetadataType.SByte or MetadataType.Byte => 1,
        MetadataType.Char or MetadataType.Int16 or MetadataType.UInt16 => 2,
        MetadataType.Int32 or MetadataType.UInt32 or MetadataType.Single => 4,
        MetadataType.Int64 or MetadataType.UInt64 or MetadataType.Double or MetadataType.IntPtr or MetadataType.UIntPtr => 8,
        _ => null,
    };

    private static bool IsPrimitive(TypeReference type) =>
        OfPrimitive(type.MetadataType) != null || type.Scope == type.Module && type.Resolve() is { IsEnum: true };

    private static int Align(int size) => (size + Reference - 1) / Reference * Reference;
}
