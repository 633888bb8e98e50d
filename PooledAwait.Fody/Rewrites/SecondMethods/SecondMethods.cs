using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Declares second methods. A second method behaves like a method of the program, but has another signature. Second methods are static. Their class is nested
/// in the original method's type. If the original method is an instance method, its object becomes the second method's first parameter. A struct is passed by
/// reference.
/// </summary>
/// <remarks>
/// The user's type itself gets no method, so proxies, serializers and other code that uses reflection find only what is in the source. Like the compiler's
/// closures, the nested class may use private members, and has the type's type parameters. Trimmers, debuggers and loggers recognise the beginning of the
/// class's name, and treat the class as a part of the type.
/// </remarks>
internal static class SecondMethods
{
    private static readonly HashSet<string> s_ofAllMethods = ["DebuggerNonUserCodeAttribute", "DebuggerStepThroughAttribute", "ExcludeFromCodeCoverageAttribute", "StackTraceHiddenAttribute"];

    /// <summary>On a property, this attribute also covers the accessors. So the second method of a getter gets a copy of the property's attribute.</summary>
    private const string Suppression = "UnconditionalSuppressMessageAttribute";

    /// <summary>
    /// Returns the class that contains a type's second methods; null if the type has no second methods. If a second method itself gets a second method, both
    /// are in the same class.
    /// </summary>
    public static TypeDefinition? ClassOf(TypeDefinition type) =>
        Is(type) ? type
        : type.HasNestedTypes ? type.NestedTypes.FirstOrDefault(Is)
        : null;

    /// <summary>Returns whether a type is a class for second methods.</summary>
    public static bool Is(TypeDefinition type) => type is { Name: GeneratedName.SecondMethods, IsNested: true } && CompilerGenerated.IsOn(type);

    /// <summary>
    /// Adds a second method without code. The second method takes the given method's object, if there is one, and the given method's parameters. It has the
    /// same return type. The caller may change this signature.
    /// </summary>
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
            second.Parameters.Add(new ParameterDefinition(GeneratedName.This, ParameterAttributes.None, own.Of(TypeSubstitution.ThisOf(type))));
        }

        CopiedSignature.AddParameters(method, second, own.Of);
        second.ReturnType = own.Of(method.ReturnType);
        CopiedSignature.CopyAttributes(method, second);
        if (method.IsGetter)
        {
            CopiedSignature.CopyAttributes(
                type.Properties.Single(property => property.GetMethod == method), second, attribute => attribute.AttributeType.Name == Suppression || TrimmerDemands.IsRequirement(attribute));
        }

        // Copies the type's attributes that apply to its methods. Trimmer requirements apply to static methods. Attributes for debuggers, coverage and stack
        // traces apply to all methods.
        CopiedSignature.CopyAttributes(type, second, attribute =>
            ((method.IsStatic && TrimmerDemands.IsRequirement(attribute)) || s_ofAllMethods.Contains(attribute.AttributeType.Name)) &&
            second.CustomAttributes.All(own => own.AttributeType.Name != attribute.AttributeType.Name));

        return second;
    }

    /// <summary>Removes a second method. If it was the last one in its class, also removes the class.</summary>
    public static void Remove(MethodDefinition second)
    {
        var holder = second.DeclaringType;
        holder.Methods.Remove(second);
        if (holder.Methods.Count == 0)
        {
            holder.DeclaringType.NestedTypes.Remove(holder);
        }
    }

    /// <summary>Returns a substitution that replaces the type parameters of a method and its class by those of the second method and its class.</summary>
    public static TypeSubstitution TypesIn(MethodDefinition second) =>
        new(parameter => parameter.Type == GenericParameterType.Method ? second.GenericParameters[parameter.Position] : second.DeclaringType.GenericParameters[parameter.Position]);

    /// <summary>Returns whether the second methods of two methods would take the same parameters.</summary>
    /// <param name="one">A method.</param>
    /// <param name="other">Another method of the same type.</param>
    /// <param name="keyOf">Returns a text that identifies a parameter's type.</param>
    public static bool TakeTheSame(MethodDefinition one, MethodDefinition other, Func<TypeReference, string> keyOf) =>
        one.GenericParameters.Count == other.GenericParameters.Count && one.CallingConvention == other.CallingConvention &&
        one.ArgumentTypes().Select(keyOf).SequenceEqual(other.ArgumentTypes().Select(keyOf));
}
