namespace PooledAwait.Fody.Program;

/// <summary>
/// Finds and copies attributes that trimming and AOT analysers read. If added code lacked these attributes, a woven program would get new warnings.
/// </summary>
internal static class AnalysedCode
{
    private const string RequiresUnreferencedCode = "RequiresUnreferencedCodeAttribute";
    private static readonly string[] s_requirements = [RequiresUnreferencedCode, "RequiresDynamicCodeAttribute", "RequiresAssemblyFilesAttribute"];

    /// <summary>
    /// Returns whether the analysers may follow a captured value. The analysers follow values through variables and the fields of closures, but not through a
    /// state object. The analysers always follow a value of type <c>System.Type</c>. They follow an object or a string, which may be a type or a name, only if
    /// the lambda uses reflection.
    /// </summary>
    /// <param name="variable">The field of the captured variable.</param>
    /// <param name="lambda">The lambda that uses the captured variable.</param>
    public static bool FollowsValue(FieldDefinition variable, MethodDefinition lambda) =>
        IsType(variable.FieldType) || variable.FieldType.MetadataType switch
        {
            MetadataType.Object => ReflectsWithValues(lambda),
            MetadataType.String => ReflectsWithValues(lambda) || ReflectsWithNames(lambda),
            _ => false,
        };

    /// <summary>Returns whether an attribute makes the analysers follow a type parameter of the method, or of a type around the method.</summary>
    public static bool FollowsTypeParameters(MethodDefinition method) =>
        method.DeclaringType.Enclosing().SelectMany(type => type.GenericParameters).Concat(method.GenericParameters).Any(NamesAccessedMembers);

    public static void CopyAccessedMembers(ICustomAttributeProvider from, ICustomAttributeProvider to) => Copy(AccessedMembersOf(from), to);

    /// <summary>
    /// Returns whether a method of another module has a parameter that the analysers follow because of an attribute. The given module may be unable to refer to
    /// that attribute.
    /// </summary>
    public static bool FollowsParametersOf(MethodDefinition method, ModuleDefinition module) =>
        method.Module != module && method.Parameters.Any(NamesAccessedMembers);

    /// <summary>
    /// Copies the attributes that make analysers warn callers. Before the change, the program makes a delegate of the called method. After the change, the
    /// program makes a delegate of an added method, which calls the called method. With the copies, the program gets the same warnings as before.
    /// </summary>
    /// <param name="from">
    /// The called method. If it is in another module, nothing is copied, because <paramref name="module"/> may be unable to refer to the method's attributes.
    /// </param>
    /// <param name="to">The added method, which gets the copies.</param>
    /// <param name="module">The module of the added method.</param>
    public static void CopyRequirements(MethodDefinition from, MethodDefinition to, ModuleDefinition module)
    {
        if (from.Module == module)
        {
            Copy(AttributesOf(from).Where(attribute => s_requirements.Contains(attribute.AttributeType.Name)), to);
        }
    }

    private static bool IsType(TypeReference type) => type.Resolve().WithBases().Any(current =>
        current.FullName == "System.Type" || current.Interfaces.Any(implemented => implemented.InterfaceType.FullName == "System.Reflection.IReflect"));

    /// <summary>
    /// Returns whether a method may pass a value to code whose attributes say that the code uses reflection on the value. Code that cannot be found counts,
    /// too.
    /// </summary>
    private static bool ReflectsWithValues(MethodDefinition method) =>
        NamesAccessedMembers(method.MethodReturnType) || method.Body.Instructions.Any(instruction => instruction.Operand switch
        {
            MethodReference called => called.Definition() is not { } callee || NamesAccessedMembers(callee) || callee.Parameters.Any(NamesAccessedMembers),
            FieldReference named => named.Resolve() is not { } field || NamesAccessedMembers(field),
            _ => false,
        });

    /// <summary>
    /// Returns whether a method calls code that finds types or members by name. The analysers know such code, and warn if they cannot find out the name.
    /// </summary>
    private static bool ReflectsWithNames(MethodDefinition method) =>
        method.Body.Instructions.Any(instruction =>
            instruction.Operand is MethodReference called &&
            (called is { Name: "GetType", DeclaringType.FullName: "System.Type" } ||
             (called.Definition() is { } callee && AttributesOf(callee).Any(attribute => attribute.AttributeType.Name == RequiresUnreferencedCode))));

    private static bool NamesAccessedMembers(ICustomAttributeProvider place) => AccessedMembersOf(place).Any();

    private static IEnumerable<CustomAttribute> AccessedMembersOf(ICustomAttributeProvider place) =>
        AttributesOf(place).Where(attribute => attribute.AttributeType.Name == "DynamicallyAccessedMembersAttribute");

    private static IEnumerable<CustomAttribute> AttributesOf(ICustomAttributeProvider place) =>
        place.HasCustomAttributes
            ? place.CustomAttributes.Where(attribute => attribute.AttributeType.Namespace == "System.Diagnostics.CodeAnalysis")
            : [];

    private static void Copy(IEnumerable<CustomAttribute> attributes, ICustomAttributeProvider to)
    {
        foreach (var attribute in attributes)
        {
            to.CustomAttributes.Add(CopiedAttribute.Of(attribute));
        }
    }
}
