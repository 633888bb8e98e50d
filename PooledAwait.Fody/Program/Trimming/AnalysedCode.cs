namespace PooledAwait.Fody.Program;

/// <summary>
/// Attributes that the analysers of trimming and of ahead-of-time compilation read. Added code must carry them on, or a woven program
/// gets new warnings.
/// </summary>
internal static class AnalysedCode
{
    private const string RequiresUnreferencedCode = "RequiresUnreferencedCodeAttribute";
    private static readonly string[] s_requirements = [RequiresUnreferencedCode, "RequiresDynamicCodeAttribute", "RequiresAssemblyFilesAttribute"];

    /// <summary>
    /// Whether the analysers may follow a captured value. They follow values through variables and the fields of closures, but not through a state object. A value matters if it is
    /// a type, or if it may be a type or a name and the lambda reflects.
    /// </summary>
    /// <param name="variable">The field of the captured variable.</param>
    /// <param name="lambda">The lambda that uses it.</param>
    public static bool FollowsValue(FieldDefinition variable, MethodDefinition lambda) =>
        IsType(variable.FieldType) || variable.FieldType.MetadataType switch
        {
            MetadataType.Object => ReflectsWithValues(lambda),
            MetadataType.String => ReflectsWithValues(lambda) || ReflectsWithNames(lambda),
            _ => false,
        };

    /// <summary>Whether an attribute tells the analysers about a type parameter of the method, or of a type around it.</summary>
    public static bool FollowsTypeParameters(MethodDefinition method) =>
        method.DeclaringType.Enclosing().SelectMany(type => type.GenericParameters).Concat(method.GenericParameters).Any(NamesAccessedMembers);

    public static void CopyAccessedMembers(ICustomAttributeProvider from, ICustomAttributeProvider to) => Copy(AccessedMembersOf(from), to);

    /// <summary>Whether an attribute tells the analysers about a parameter of a method in another module. This module cannot name such an attribute.</summary>
    public static bool FollowsParametersOf(MethodDefinition method, ModuleDefinition module) =>
        method.Module != module && method.Parameters.Any(NamesAccessedMembers);

    /// <summary>Copies the requirements, so that code that makes a delegate of the calling method gets the warnings that it got for a delegate of the called method.</summary>
    /// <param name="from">The called method. A method of another module may have attributes that this one cannot name.</param>
    /// <param name="to">The calling method, which gets the copies.</param>
    /// <param name="module">The module of the calling method.</param>
    public static void CopyRequirements(MethodDefinition from, MethodDefinition to, ModuleDefinition module)
    {
        if (from.Module == module)
        {
            Copy(AttributesOf(from).Where(attribute => s_requirements.Contains(attribute.AttributeType.Name)), to);
        }
    }

    private static bool IsType(TypeReference type) => type.Resolve().WithBases().Any(current =>
        current.FullName == "System.Type" || current.Interfaces.Any(implemented => implemented.InterfaceType.FullName == "System.Reflection.IReflect"));

    /// <summary>Whether a method may pass a value to code that, by its attributes, reflects with it. Code that cannot be found may be such code.</summary>
    private static bool ReflectsWithValues(MethodDefinition method) =>
        NamesAccessedMembers(method.MethodReturnType) || method.Body.Instructions.Any(instruction => instruction.Operand switch
        {
            MethodReference called => called.Definition() is not { } callee || NamesAccessedMembers(callee) || callee.Parameters.Any(NamesAccessedMembers),
            FieldReference named => named.Resolve() is not { } field || NamesAccessedMembers(field),
            _ => false,
        });

    /// <summary>Whether a method calls code that, as the analysers know, finds a type or a member by name. If they do not see the name, they warn.</summary>
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
