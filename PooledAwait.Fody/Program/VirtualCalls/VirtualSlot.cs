namespace PooledAwait.Fody.Program;

/// <summary>The method named in a virtual call, and the class or interface that declares the method, with its type arguments.</summary>
/// <param name="Method">
/// The method named in the call. If an object's type overrides or implements this method, the call reaches the overriding or implementing method.
/// </param>
/// <param name="Type">
/// The type that declares the method, with its type arguments. In an open slot, the type arguments are the type's own type parameters, which stand for any
/// types.
/// </param>
internal sealed record VirtualSlot(MethodDefinition Method, TypeReference Type)
{
    public TypeDefinition DeclaringType => Method.DeclaringType;

    /// <summary>Whether this is an open slot, which represents the method in the type with any type arguments.</summary>
    public bool IsOpen => Type.ContainsGenericParameter;

    /// <summary>Returns the types of the parameters and the result of a call, as text.</summary>
    public string SignatureIn(WovenProgram program) => SignatureOf(Method, Type, program);

    /// <summary>Returns the slot named in a call. If the called type contains type parameters of the caller, returns the open slot.</summary>
    public static VirtualSlot Of(MethodReference called, MethodDefinition method)
    {
        var type = called.GetElementMethod().DeclaringType;
        return type.ContainsGenericParameter ? Open(method) : new VirtualSlot(method, type);
    }

    /// <summary>Returns the open slot of a method, which represents the method in its type with any type arguments.</summary>
    public static VirtualSlot Open(MethodDefinition method) => new(method, TypeSubstitution.Itself(method.DeclaringType));

    /// <summary>
    /// Returns the virtual methods with a given name and a given signature that a type of the program declares. The signatures contain the type arguments of
    /// the given type.
    /// </summary>
    public static IEnumerable<MethodDefinition> MethodsOf(TypeReference type, string name, string signature, WovenProgram program) => program.Find(type)!.Methods.Where(method =>
        method.IsVirtual && !method.IsStatic && method.Name == name && SignatureOf(method, type, program) == signature);

    /// <summary>
    /// Returns the types of a method's parameters and result as text, with the type arguments of the given type. These types decide whether one method
    /// overrides or implements another method.
    /// </summary>
    public static string SignatureOf(MethodDefinition method, TypeReference type, WovenProgram program) => SignatureOf(method, type, program.KeyOf);

    /// <param name="method">The method.</param>
    /// <param name="type">The method's type, with its type arguments.</param>
    /// <param name="keyOf">Returns the text of a type.</param>
    public static string SignatureOf(MethodDefinition method, TypeReference type, Func<TypeReference, string> keyOf)
    {
        var parameters = method.Parameters.Select(parameter => Key(parameter.ParameterType));
        var rest = method.CallingConvention == MethodCallingConvention.VarArg ? ",..." : "";
        return $"{Key(method.ReturnType)}`{method.GenericParameters.Count}({string.Join(",", parameters)}{rest})";

        string Key(TypeReference part) => keyOf(TypeSubstitution.InstanceOf(type, part));
    }
}
