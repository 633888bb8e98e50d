using Mono.Cecil;
using PooledAwait.Fody.Cil.Editing;
using PooledAwait.Fody.Cil.Types;

namespace PooledAwait.Fody.Trimming;

/// <summary>
/// What the analysers of trimming and of ahead-of-time compilation read in attributes: added code has to carry it on, or a woven program
/// gets warnings that it did not get before.
/// </summary>
internal static class AnalysedCode
{
    private const string RequiresUnreferencedCode = "RequiresUnreferencedCodeAttribute";
    private static readonly string[] s_requirements = [RequiresUnreferencedCode, "RequiresDynamicCodeAttribute", "RequiresAssemblyFilesAttribute"];

    /// <summary>
    /// Whether the analysers may follow a value, which they do through variables and the fields of closures, and not through a state object: a type, or
    /// what may be one's name, where the lambda reflects.
    /// </summary>
    /// <param name="variable">What is captured.</param>
    /// <param name="lambda">What uses it.</param>
    public static bool FollowsValue(FieldDefinition variable, MethodDefinition lambda) =>
        IsType(variable.FieldType) || variable.FieldType.MetadataType switch
        {
            MetadataType.Object => ReflectsWithValues(lambda),
            MetadataType.String => ReflectsWithValues(lambda) || ReflectsWithNames(lambda),
            _ => false,
        };

    /// <summary>Whether the analysers are told of a type parameter that a method or a type around it has.</summary>
    public static bool FollowsTypeParameters(MethodDefinition method) =>
        method.DeclaringType.Enclosing().SelectMany(type => type.GenericParameters).Concat(method.GenericParameters).Any(TellsAccessedMembers);

    public static void CopyAccessedMembers(ICustomAttributeProvider from, ICustomAttributeProvider to) => Copy(AccessedMembersOf(from), to);

    /// <summary>Whether the analysers are told of a parameter of a method that another module has, whose attributes this one cannot name.</summary>
    public static bool FollowsParametersOf(MethodDefinition method, ModuleDefinition module) =>
        method.Module != module && method.Parameters.Any(TellsAccessedMembers);

    /// <summary>Who makes a delegate of the method with the copies is warned where the one who made one of the method itself was.</summary>
    /// <param name="from">What is called; a method of another module may have attributes that this one cannot name.</param>
    /// <param name="to">What calls it.</param>
    /// <param name="module">The module that has it.</param>
    public static void CopyRequirements(MethodDefinition from, MethodDefinition to, ModuleDefinition module)
    {
        if (from.Module == module)
        {
            Copy(AttributesOf(from).Where(attribute => s_requirements.Contains(attribute.AttributeType.Name)), to);
        }
    }

    private static bool IsType(TypeReference type) => type.Resolve().WithBases().Any(current =>
        current.FullName == "System.Type" || current.Interfaces.Any(implemented => implemented.InterfaceType.FullName == "System.Reflection.IReflect"));

    /// <summary>Whether a method may hand a value to code that the analysers are told to reflect with it; code that cannot be found may be such.</summary>
    private static bool ReflectsWithValues(MethodDefinition method) =>
        TellsAccessedMembers(method.MethodReturnType) || method.Body.Instructions.Any(instruction => instruction.Operand switch
        {
            MethodReference called => called.Definition() is not { } callee || TellsAccessedMembers(callee) || callee.Parameters.Any(TellsAccessedMembers),
            FieldReference named => named.Resolve() is not { } field || TellsAccessedMembers(field),
            _ => false,
        });

    /// <summary>Whether a method calls code that the analysers know to find a type or a member by a name: without the name they warn.</summary>
    private static bool ReflectsWithNames(MethodDefinition method) =>
        method.Body.Instructions.Any(instruction =>
            instruction.Operand is MethodReference called &&
            (called is { Name: "GetType", DeclaringType.FullName: "System.Type" } ||
             (called.Definition() is { } callee && AttributesOf(callee).Any(attribute => attribute.AttributeType.Name == RequiresUnreferencedCode))));

    private static bool TellsAccessedMembers(ICustomAttributeProvider place) => AccessedMembersOf(place).Any();

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
