using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Declares second methods: static methods of a class that is nested in the method's type. The object of an instance method becomes the first parameter, by reference if it is a struct.
/// </summary>
/// <remarks>
/// The user's type gets no member, so proxies, serializers and other reflection find what its source has. Like the compiler's closures, the nested class may use private members and has the type's type parameters.
/// Trimmers, debuggers and loggers take it for a part of the type, because of how its name begins.
/// </remarks>
internal static class SecondMethods
{
    private static readonly HashSet<string> s_ofAllMethods = ["DebuggerNonUserCodeAttribute", "DebuggerStepThroughAttribute", "ExcludeFromCodeCoverageAttribute", "StackTraceHiddenAttribute"];

    /// <summary>On a property it covers the accessors too, so the second method of an accessor gets a copy.</summary>
    private const string Suppression = "UnconditionalSuppressMessageAttribute";

    /// <summary>The class that has the second methods of a type's methods; null if there is none. A second method's own second method is in the same class.</summary>
    public static TypeDefinition? ClassOf(TypeDefinition type) =>
        Is(type) ? type
        : type.HasNestedTypes ? type.NestedTypes.FirstOrDefault(Is)
        : null;

    /// <summary>Whether a type is a class of second methods.</summary>
    public static bool Is(TypeDefinition type) => type is { Name: GeneratedName.SecondMethods, IsNested: true } && CompilerGenerated.IsOn(type);

    /// <summary>Adds a method without code that takes and returns the same as another one.</summary>
    public static MethodDefinition Declare(MethodDefinition method, string name)
    {
        var type = method.DeclaringType;
        var second = new MethodDefinition(name, MethodAttributes.Assembly | MethodAttributes.Static | MethodAttributes.HideBySig, method.ReturnType)
        {
            CallingConvention = method.CallingConvention,
            ImplAttributes = method.ImplAttributes,
        };
        (ClassOf(type) ?? AddedClass.NestedIn(type, GeneratedName.SecondMethods)).Methods.Add(second);
        var own = TypesIn(second);
        CopiedSignature.AddTypeParameters([.. method.GenericParameters], second, own.Of);
        if (method.HasThis)
        {
            second.Parameters.Add(new ParameterDefinition(GeneratedName.This, ParameterAttributes.None, own.Of(ThisOf(type))));
        }

        CopiedSignature.AddParameters(method, second, own.Of);
        second.ReturnType = own.Of(method.ReturnType);
        CopiedSignature.CopyAttributes(method, second);
        if (method.IsGetter)
        {
            CopiedSignature.CopyAttributes(
                type.Properties.Single(property => property.GetMethod == method), second, attribute => attribute.AttributeType.Name == Suppression || TrimmerDemands.IsRequirement(attribute));
        }

        // Attributes of the type that apply to its methods: requirements of trimmers to static methods, those of debuggers and stack traces to all.
        CopiedSignature.CopyAttributes(type, second, attribute =>
            ((method.IsStatic && TrimmerDemands.IsRequirement(attribute)) || s_ofAllMethods.Contains(attribute.AttributeType.Name)) &&
            second.CustomAttributes.All(own => own.AttributeType.Name != attribute.AttributeType.Name));

        return second;
    }

    /// <summary>Removes a second method, and its class with the last one.</summary>
    public static void Remove(MethodDefinition second)
    {
        var holder = second.DeclaringType;
        holder.Methods.Remove(second);
        if (holder.Methods.Count == 0)
        {
            holder.DeclaringType.NestedTypes.Remove(holder);
        }
    }

    /// <summary>Types of a method, as its second method names them.</summary>
    public static TypeSubstitution TypesIn(MethodDefinition second) =>
        new(parameter => parameter.Type == GenericParameterType.Method ? second.GenericParameters[parameter.Position] : second.DeclaringType.GenericParameters[parameter.Position]);

    /// <summary>Whether two methods of a type would have second methods of one signature, if these had one name.</summary>
    /// <param name="one">A method.</param>
    /// <param name="other">Another one.</param>
    /// <param name="keyOf">A text for the type of a parameter.</param>
    public static bool TakeTheSame(MethodDefinition one, MethodDefinition other, Func<TypeReference, string> keyOf) =>
        one.GenericParameters.Count == other.GenericParameters.Count && one.CallingConvention == other.CallingConvention &&
        ParametersOf(one).Select(keyOf).SequenceEqual(ParametersOf(other).Select(keyOf));

    /// <summary>The parameter types of a method's second method.</summary>
    public static IEnumerable<TypeReference> ParametersOf(MethodDefinition method) =>
        [.. method.HasThis ? [ThisOf(method.DeclaringType)] : Array.Empty<TypeReference>(), .. method.Parameters.Select(parameter => parameter.ParameterType)];

    private static TypeReference ThisOf(TypeDefinition type)
    {
        var itself = TypeSubstitution.Itself(type);
        return type.IsValueType ? new ByReferenceType(itself) : itself;
    }
}
