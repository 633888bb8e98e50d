namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Finds display classes, and the module's methods that use them. The compiler makes display classes for captured variables.</summary>
/// <remarks>This class reads the module once, on first use, and does not see later changes.</remarks>
internal sealed class ClosureClasses(MemberUses uses)
{
    private readonly Dictionary<TypeDefinition, bool> _known = [];
    private Dictionary<TypeDefinition, HashSet<MethodDefinition>>? _users;

    // These fields cache results for one method only. That is enough, because the weaver follows all closures of one method before those of the next method.
    private ControlFlow? _flow;
    private ILookup<TypeDefinition, Instruction>? _touching;

    /// <summary>
    /// Returns the display class to which a type reference refers; null if the reference refers to another type. A display class contains only captured
    /// variables and lambdas.
    /// </summary>
    public TypeDefinition? Of(TypeReference? type)
    {
        if ((type is GenericInstanceType instance ? instance.ElementType : type) is not TypeDefinition { IsNested: true } definition)
        {
            return null;
        }

        if (!_known.TryGetValue(definition, out var known))
        {
            _known.Add(definition, known = IsClosure(definition));
        }

        return known ? definition : null;
    }

    /// <summary>Returns the display class to which an operand refers, directly or through a member; null for any other operand.</summary>
    public TypeDefinition? TouchedBy(object? operand) => operand switch
    {
        TypeReference type => Of(type),
        MemberReference member => Of(member.DeclaringType),
        _ => null,
    };

    /// <summary>Returns the method's instructions that use one of the given classes, in the order of the body.</summary>
    public IEnumerable<Instruction> Touching(ControlFlow flow, IEnumerable<TypeDefinition> closures)
    {
        if (_touching == null || _flow != flow)
        {
            _flow = flow;
            _touching = flow.Instructions.Where(instruction => TouchedBy(instruction.Operand) != null).ToLookup(instruction => TouchedBy(instruction.Operand)!);
        }

        return closures.SelectMany(closure => _touching[closure]).OrderBy(flow.PositionOf);
    }

    /// <summary>Returns the methods with an instruction that uses the class.</summary>
    public IReadOnlyCollection<MethodDefinition> UsersOf(TypeDefinition closure)
    {
        _users ??= Index();
        return _users.TryGetValue(closure, out var users) ? users : [];
    }

    private static bool IsClosure(TypeDefinition type) =>
        type is { IsClass: true, IsValueType: false, HasInterfaces: false, HasNestedTypes: false, BaseType.FullName: "System.Object" } &&
        CompilerGenerated.IsOn(type) && GeneratedName.IsUnspeakable(type) &&
        type.Fields.All(field => !field.IsStatic) &&
        type.Methods.All(method => !method.IsConstructor || DoesNothing(method));

    private static bool DoesNothing(MethodDefinition constructor) =>
        constructor is { IsStatic: false, HasParameters: false, HasBody: true } &&
        constructor.Body.Instructions.All(instruction =>
            instruction.Operand is null or MethodReference { Name: ".ctor", DeclaringType.FullName: "System.Object" });

    private Dictionary<TypeDefinition, HashSet<MethodDefinition>> Index()
    {
        var index = new Dictionary<TypeDefinition, HashSet<MethodDefinition>>();
        foreach (var (method, member) in uses.Where(member => TouchedBy(member) != null))
        {
            var closure = TouchedBy(member)!;
            if (!index.TryGetValue(closure, out var users))
            {
                index.Add(closure, users = []);
            }

            users.Add(method);
        }

        return index;
    }
}
