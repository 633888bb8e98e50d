namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Decides whether a state object would be, or hold, a task that a lambda captures. A continuation releases its delegate when it completes, but never its state. In a serial queue, each link
/// captures the task before it, so the last link's state would keep every earlier link reachable. So such a call keeps its delegate.
/// </summary>
/// <param name="uses">Which methods of the woven module name which members. It is known what the module's own classes hold; a class of a library may have other fields at run time.</param>
internal sealed class CapturedTasks(MemberUses uses)
{
    private const string Namespace = "System.Threading.Tasks";

    /// <param name="state">The type of the object that would be passed: a captured reference, a closure object, or any object that a method group is over.</param>
    public bool AreHeldBy(TypeReference state) => AreHeldBy(state, []);

    private bool AreHeldBy(TypeReference state, HashSet<TypeReference> seen) => Are(state, seen) || (state.Resolve() is { } definition && AreInFieldsOf(state, definition, seen));

    /// <summary>Whether a value of a type is a task, several tasks, or a struct with a task in it.</summary>
    private static bool Are(TypeReference type, HashSet<TypeReference> seen) => type switch
    {
        ArrayType array => Are(array.ElementType, seen),
        GenericInstanceType { IsValueType: true } instance when instance.GenericArguments.Any(argument => Are(argument, seen)) => true,
        GenericParameter parameter => seen.Add(parameter) && parameter.Constraints.Any(constraint => Are(constraint.ConstraintType, seen)),
        _ => type.Resolve() is { } definition &&
            (IsTask(definition) || (definition is { IsValueType: true, IsPrimitive: false, IsEnum: false } && seen.Add(definition) && FieldsOf(type, definition).Any(field => Are(field.Type, seen)))),
    };

    /// <summary>
    /// Whether an object holds a task in a field. If a link of a queue is an object of the user's own class, a field of it holds the task before it. Its constructors, a property or the code that
    /// makes the link set that field. A service's field, which the service's own methods set to one task after the other, leads only to the last task. Fields of further objects are not followed,
    /// except those of closures.
    /// </summary>
    private bool AreInFieldsOf(TypeReference type, TypeDefinition definition, HashSet<TypeReference> seen)
    {
        if (IsClosure(definition))
        {
            return seen.Add(definition) && FieldsOf(type, definition).Any(field => AreHeldBy(field.Type, seen));
        }

        for (TypeReference? current = type; current?.Resolve() is { } declaring && declaring.Module == uses.Module; current = Base(current, declaring))
        {
            if (FieldsOf(current, declaring).Any(field => Are(field.Type, []) && !IsSetByMethods(field.Field)))
            {
                return true;
            }
        }

        return false;
    }

    private static TypeReference? Base(TypeReference type, TypeDefinition definition) => definition.BaseType == null ? null : TypeSubstitution.InstanceOf(type, definition.BaseType);

    private static IEnumerable<(FieldDefinition Field, TypeReference Type)> FieldsOf(TypeReference type, TypeDefinition definition) =>
        definition.Fields.Where(field => !field.IsStatic).Select(field => (field, TypeSubstitution.InstanceOf(type, field.FieldType)));

    private bool IsSetByMethods(FieldDefinition field) => !field.IsInitOnly && uses
        .MethodsWhere(member => member is FieldReference && member.Name == field.Name)
        .Any(user => user is { IsConstructor: false, IsSetter: false } && user.DeclaringType.Enclosing().Contains(field.DeclaringType) && user.Body.Instructions.Any(instruction =>
            instruction is { OpCode.Code: Code.Stfld or Code.Ldflda, Operand: FieldReference stored } && stored.Name == field.Name && stored.Resolve() == field));

    private static bool IsTask(TypeDefinition type) =>
        type.WithBases().Any(current => current is { Namespace: Namespace, Name: "Task" or "Task`1" or "ValueTask" or "ValueTask`1" });

    private static bool IsClosure(TypeDefinition type) => type.IsNested && CompilerGenerated.IsOn(type);
}
