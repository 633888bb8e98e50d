namespace PooledAwait.Fody.Program;

/// <summary>The method named in a virtual call, and the instance of the class or interface that declares it.</summary>
/// <param name="Method">
/// The method named in the call. If an object's type overrides or implements it, the call reaches the overriding or implementing method.
/// </param>
/// <param name="Type">
/// The instance of the type that declares the method. In an open slot, the type arguments are the type's own type parameters, which stand for any types.
/// </param>
internal sealed record VirtualSlot(MethodDefinition Method, TypeReference Type)
{
    public TypeDefinition DeclaringType => Method.DeclaringType;

    /// <summary>Whether this is an open slot, which represents the slots of all instances of the type.</summary>
    public bool IsOpen => Type.ContainsGenericParameter;

    /// <summary>The types of the parameters and the result of a call, as text.</summary>
    public string SignatureIn(WovenProgram program) => SignatureOf(Method, Type, program);

    /// <summary>The slot named in a call. If the called type contains type parameters of the caller, this is the open slot.</summary>
    public static VirtualSlot Of(MethodReference called, MethodDefinition method)
    {
        var type = called.GetElementMethod().DeclaringType;
        return type.ContainsGenericParameter ? Open(method) : new VirtualSlot(method, type);
    }

    /// <summary>The open slot, which represents the slots of all instances of a type.</summary>
    public static VirtualSlot Open(MethodDefinition method) => new(method, TypeSubstitution.Itself(method.DeclaringType));

    /// <summary>
    /// The virtual methods with a given name and a given signature that a type of the program declares. The signatures are those in the given instance of the
    /// type.
    /// </summary>
    public static IEnumerable<MethodDefinition> MethodsOf(TypeReference type, string name, string signature, WovenProgram program) => program.Find(type)!.Methods.Where(method =>
        method.IsVirtual && !method.IsStatic && method.Name == name && SignatureOf(method, type, program) == signature);

    /// <summary>
    /// The types of a method's parameters and result, in an instance of its type, as text. These types decide whether one method overrides or implements
    /// another.
    /// </summary>
    public static string SignatureOf(MethodDefinition method, TypeReference type, WovenProgram program) => SignatureOf(method, type, program.KeyOf);

    /// <param name="method">The method.</param>
    /// <param name="type">The instance of the method's type.</param>
    /// <param name="keyOf">Returns the text of a type.</param>
    public static string SignatureOf(MethodDefinition method, TypeReference type, Func<TypeReference, string> keyOf)
    {
        var parameters = method.Parameters.Select(parameter => Key(parameter.ParameterType));
        var rest = method.CallingConvention == MethodCallingConvention.VarArg ? ",..." : "";
        return $"{Key(method.ReturnType)}`{method.GenericParameters.Count}({string.Join(",", parameters)}{rest})";

        string Key(TypeReference part) => keyOf(TypeSubstitution.InstanceOf(type, part));
    }
}
